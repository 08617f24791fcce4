import { isRecord } from '@/lib/domain/collections/json'
import { type IdentifyingFields, announcementKeys } from '@/lib/domain/events/announcement-keys'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { keysWithin } from '@/lib/domain/name-key'
import { registerRow } from '@/lib/domain/registers/register-rows'
import { listSeries } from '@/lib/features/companies/statements/paid-answers'
import type { WatchedTargets } from '@/lib/features/report-preview/watched-targets'
import { watchedTargetsOf } from '@/lib/features/report-preview/watched-targets-cache'
import type { PanelContext } from '@/lib/panel/context'
import { findAnnouncedSubjects } from '@/lib/service/monitors/statements/announcements'

import type { RegisterList, WatchedRow } from './contract'
import { readRows } from './stored-lists'

/** Maximum number of monitors per row. */
const MAX_MONITORS = 5

type WatchedRowsQuery = {
  readonly list: RegisterList
  readonly series: string
  readonly from: number
  /** Inclusive. */
  readonly to: number
}

type NamedCompany = Pick<IdentifyingFields, 'krs' | 'nip'> & {
  readonly regon: string | null
  readonly names: readonly string[]
}
type Fields = Readonly<Record<string, unknown>>

const NOBODY: NamedCompany = { krs: null, nip: null, regon: null, names: [] }

const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const numberOf = (kind: 'krs' | 'nip' | 'regon', text: string): string | null => {
  const checked = checkIdentifier(kind, text)
  return checked.ok ? checked.value : null
}

/**
 * Reads `KRS 0000123456`, `NIP: …`, or bare digits: ten digits are a KRS number if they begin with zeros, which a NIP
 * never does.
 */
export function readIdentifier(text: string): Omit<NamedCompany, 'names'> {
  const prefix = /^(krs|nip|regon)\b/i.exec(text)?.[1]?.toLowerCase()
  const digits = text.replaceAll(/\D/g, '')
  const kind = kinds.find((each) => each === prefix) ?? kindOfDigits(digits)
  const isNumber = prefix !== undefined || /^[\d\s-]+$/.test(text)
  return { krs: null, nip: null, regon: null, ...(isNumber && { [kind]: numberOf(kind, digits) }) }
}

const kinds = ['krs', 'nip', 'regon'] as const

function kindOfDigits(digits: string): (typeof kinds)[number] {
  if (digits.length !== 10) return 'regon'
  return digits.startsWith('000') ? 'krs' : 'nip'
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

function companyIn(list: RegisterList, fields: Fields): NamedCompany {
  if (list === 'sections') return NOBODY
  const { identifier, nip, name, parties } = registerRow(list).names
  return {
    ...NOBODY,
    ...(identifier !== undefined && readIdentifier(textIn(fields, identifier) ?? '')),
    ...(nip !== undefined && { nip: numberOf('nip', textIn(fields, nip) ?? '') }),
    names: [
      ...(name === undefined ? [] : [textIn(fields, name) ?? []].flat()),
      ...(parties === undefined ? [] : textsIn(fields[parties])),
    ],
  }
}

/** Rows of stored pages whose company a monitor of the account watches. */
export async function watchedRows(
  { list, series, from, to }: WatchedRowsQuery,
  context: PanelContext,
): Promise<WatchedRow[]> {
  const { storage, account } = context
  const pages = await listSeries(
    storage.db,
    { account_id: account.id, about: 'list', topic: list, series },
    { from, limit: Math.max(0, Math.min(to - from + 1, 100)) },
  )
  if (pages.length === 0) return []
  const rows = pages.flatMap((page) =>
    readRows(page).map((row, index) => ({
      page_id: page.id,
      row: index,
      named: companyIn(list, isRecord(row) ? row : {}),
    })),
  )
  const targets = await watchedTargetsOf(context)
  const announced = rows.map(({ named }) => toAnnounced(named))
  const subjectOf = context.isEmbedded ? await findAnnouncedSubjects(storage.db, announced) : () => undefined
  return rows.flatMap(({ named, ...position }, index) => {
    const fields = announced[index]
    if (fields === undefined) return []
    const hits = hitBy(targets, named, announcementKeys(fields, subjectOf(fields)))
    const monitors = hits.flatMap(({ target, is_sure }) =>
      targets.monitorsOf(target).map(({ id, name, tags }) => ({ id, name, tags: [...tags], is_sure })),
    )
    if (monitors.length === 0) return []
    return [{ ...position, monitors: monitors.slice(0, MAX_MONITORS), monitor_count: monitors.length }]
  })
}

const toAnnounced = ({ krs, nip }: NamedCompany): IdentifyingFields => ({
  krs,
  nip,
  pesel: null,
  subject_id: null,
  source: 'knf',
  signature: null,
  name: '',
})

/** Matches by number first, and by name only if no number matches. */
function hitBy(targets: WatchedTargets, company: NamedCompany, keys: ReturnType<typeof announcementKeys>) {
  const { regon } = company
  const numbers = { ...keys, name: [], regon: regon === null ? keys.regon : [...keys.regon, regon] }
  const sure = targets.hitBy(numbers)
  const { names } = company
  const nameHits = targets.hitBy({ ...NO_KEYS, name: names.flatMap(keysWithin) })
  const possibleHits = [...targets.namedLike(names), ...nameHits].filter((target) => !sure.has(target))
  return [
    ...[...sure].map((target) => ({ target, is_sure: true })),
    ...[...new Set(possibleHits)].map((target) => ({ target, is_sure: false })),
  ]
}

const NO_KEYS = {
  krs: [],
  nip: [],
  regon: [],
  pesel: [],
  subject_id: [],
  krz_signature: [],
  msig_signature: [],
} as const

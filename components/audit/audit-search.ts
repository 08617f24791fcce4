import type { AddressCodec } from '@/components/ui/address/use-address-search'
import { type Day, parseDay } from '@/lib/domain/calendar'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

/** What the log is narrowed to; empty texts and null days narrow nothing. */
export interface AuditSearch {
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly from: Day | null
  readonly to: Day | null
}
export const noAuditSearch: AuditSearch = { actor: '', action: '', target: '', from: null, to: null }

const MAX_LENGTH = 200
const texts = ['actor', 'action', 'target'] as const

/** Reads an address; what is not understood is left out, and a range that ends before it begins is none. */
export function readAuditSearch(params: Pick<URLSearchParams, 'get'>): AuditSearch {
  const [actor = '', action = '', target = ''] = texts.map((name) => (params.get(name) ?? '').slice(0, MAX_LENGTH))
  const from = parseDay(params.get('from') ?? '')
  const to = parseDay(params.get('to') ?? '')
  const isRange = from === null || to === null || from <= to
  return { actor, action, target, from: isRange ? from : null, to: isRange ? to : null }
}

/** The query part of the address, with its `?`, or nothing. A personal number stays out of it. */
export function writeAuditSearch(search: AuditSearch): string {
  const params = new URLSearchParams()
  for (const name of texts) {
    const value = search[name].trim()
    if (value !== '' && !isPersonalNumber(value)) params.set(name, value)
  }
  if (search.from) params.set('from', search.from)
  if (search.to) params.set('to', search.to)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The query of `audit.list` and `audit.export`. No entry is about a personal number, so none is asked for. */
export function toQuery({ actor, action, target, from, to }: AuditSearch) {
  const about = target.trim()
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(about !== '' && !isPersonalNumber(about) && { target: about }),
    ...(from !== null && { date_from: from }),
    ...(to !== null && { date_to: to }),
  }
}

export const hasAuditSearch = (search: AuditSearch): boolean => writeAuditSearch(search) !== ''

/** How many of its fields narrow the log; the two days are one. */
export const countSet = ({ actor, action, target, from, to }: AuditSearch): number =>
  [actor, action, target, from ?? to ?? ''].filter((text) => text.trim() !== '').length

export const auditSearchCodec: AddressCodec<AuditSearch> = { read: readAuditSearch, write: writeAuditSearch }

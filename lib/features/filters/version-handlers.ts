import { type FilterContent } from '@/lib/contract/filters'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { countValues, type StoredLists } from '@/lib/domain/stored-lists'
import { recordCurrentFilter } from '@/lib/features/certificates/evidence'
import { contentAfter } from '@/lib/features/certificates/timeline'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { jsonField } from '@/lib/panel/json-field'
import {
  type FilterVersionRow,
  recordedValuesOf,
  listDeletedFilters,
  listFilterVersions,
} from '@/lib/service/monitors/statements/evidence'

import type { FilterVersion } from './contract/versions'
import { findVersionAuthors, findFilterDeleters } from './version-actors'

/** Stored hashes of persons' numbers cannot be reversed; those in the current filter are known nevertheless. */
type KnownValues = ReadonlyMap<string, string>

/** Maximum number of deleted filters that the page shows. */
const MAX_DELETED = 100
const STORED_AS_HASH = /•.* #[0-9a-f]{16}$/

const list: PanelHandler<'filterVersions.list'> = async ({ params }, context) => {
  const rows = await requireVersions(context, params.id)
  const [known, actors] = [await knownValues(context, params.id), await findVersionAuthors(context, params.id, rows)]
  const storedListNames = storedListsOf(rows, known)
  const items = rows.map((row, at) =>
    toVersion(row, { number: at + 1, by: actors[at] ?? null, kept: storedListNames[at] ?? [] }),
  )
  return { items: items.toReversed() }
}

const get: PanelHandler<'filterVersions.get'> = async ({ params }, context) => {
  const rows = await requireVersions(context, params.id)
  const row = rows[params.version - 1]
  if (row === undefined) throw new HttpError('not_found', 'No such version')
  const storedLists = contentAfter(rows.slice(0, params.version))
  const known = await knownValues(context, params.id)
  const missing = filterLists.filter((name) => (storedLists[name] ?? []).some((value) => isLost(name, value, known)))
  return { name: row.name ?? '', content: contentOf(storedLists, known), missing_lists: missing }
}

const deleted: PanelHandler<'filterVersions.deleted'> = async (_input, context) => {
  const rows = await listDeletedFilters(context.storage.db, context.account.id)
  const persons = await findFilterDeleters(context)
  const items = rows.flatMap(({ filter_id: id, at, name, versions, held }) =>
    held === null || held === 0
      ? []
      : [{ filter_id: id, name: name ?? '', at, by: persons.get(id) ?? null, item_count: held, number: versions - 1 }],
  )
  return { items: items.slice(0, MAX_DELETED), more: Math.max(0, items.length - MAX_DELETED) }
}

/** Oldest first. For a remote service the panel knows only what it observed, so it reads the filter again. */
async function requireVersions(context: PanelContext, id: string): Promise<FilterVersionRow[]> {
  const { storage, account, isEmbedded } = context
  if (!isEmbedded) await recordCurrentFilter(context, id)
  const rows = await listFilterVersions(storage.db, account.id, id)
  if (rows.length === 0) throw new HttpError('not_found', 'No such filter')
  return rows
}

const keyOf = (name: string, value: string): string => `${name} ${value}`

/** The current values of the filter, by their stored form. */
async function knownValues({ callService, storage, account }: PanelContext, id: string): Promise<KnownValues> {
  const filter = await callService('filters.get', { params: { filter_id: id } }).catch(() => undefined)
  const recordedValues = await recordedValuesOf(storage.db, account.id)
  const known = new Map<string, string>()
  for (const name of filterLists) {
    const values = jsonField(filter?.content, name)
    if (!Array.isArray(values)) continue
    for (const value of values) {
      if (typeof value === 'string') known.set(keyOf(name, recordedValues.value(name, value)), value)
    }
  }
  return known
}

const isLost = (name: string, value: string, known: KnownValues): boolean =>
  STORED_AS_HASH.test(value) && !known.has(keyOf(name, value))

function contentOf(storedLists: StoredLists, known: KnownValues): FilterContent {
  const valuesOf = (name: FilterListName): string[] =>
    (storedLists[name] ?? [])
      .filter((value) => !isLost(name, value, known))
      .map((value) => (STORED_AS_HASH.test(value) ? (known.get(keyOf(name, value)) ?? value) : value))
  return {
    krs: valuesOf('krs'),
    nip: valuesOf('nip'),
    regon: valuesOf('regon'),
    pesel: valuesOf('pesel'),
    krz_signature: valuesOf('krz_signature'),
    msig_signature: valuesOf('msig_signature'),
    name: valuesOf('name'),
    subject_id: valuesOf('subject_id'),
  }
}

/** Safe: the columns contain lists that this panel wrote. */
const parseLists = (json: string) => JSON.parse(json) as StoredLists

/** For each version the lists whose values are all known, computed in one pass over the changes. */
function storedListsOf(rows: readonly FilterVersionRow[], known: KnownValues): FilterListName[][] {
  const lostCounts = new Map<string, number>()
  const addCounts = (lists: StoredLists, by: number) => {
    for (const [name, values] of Object.entries(lists)) {
      const count = values.filter((value) => isLost(name, value, known)).length
      lostCounts.set(name, (lostCounts.get(name) ?? 0) + by * count)
    }
  }
  return rows.map(({ added, removed }) => {
    addCounts(parseLists(removed), -1)
    addCounts(parseLists(added), 1)
    return filterLists.filter((name) => (lostCounts.get(name) ?? 0) === 0)
  })
}

const KINDS: Readonly<Record<FilterVersionRow['kind'], FilterVersion['kind']>> = {
  created: 'created',
  recorded: 'created',
  changed: 'changed',
  attached: 'changed',
  seen: 'changed',
  deleted: 'deleted',
  gone: 'deleted',
  missing: 'deleted',
}

type VersionDetails = { readonly number: number; readonly by: string | null; readonly kept: FilterListName[] }

function toVersion(row: FilterVersionRow, { number, by, kept }: VersionDetails): FilterVersion {
  return {
    number,
    at: row.at,
    kind: number === 1 && row.kind === 'seen' ? 'created' : KINDS[row.kind],
    name: row.name ?? '',
    by,
    item_count: row.item_count,
    added: countValues(parseLists(row.added)),
    removed: countValues(parseLists(row.removed)),
    kept_lists: kept,
  }
}

export const filterVersionHandlers: PanelHandlersOf<'filterVersions'> = {
  'filterVersions.list': list,
  'filterVersions.deleted': deleted,
  'filterVersions.get': get,
}

import { underName, defineAddress, flag, many, oneOf, type SearchOf, single, tags, text } from '@/lib/domain/address'
import { identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { plainText } from '@/lib/domain/identifiers/number-text'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'

import { columnIds, type ColumnId, defaultColumns, type MonitorSortKey, monitorSortKeys } from '../columns'

export interface MonitorSort {
  readonly by: MonitorSortKey
  readonly isDescending: boolean
}
export const densities = ['regular', 'compact'] as const
export type Density = (typeof densities)[number]

const MAX_VALUES = 20
/** A tag filter and "without tags" exclude each other. */
const taggedOrNot = <S extends { readonly tags: readonly string[]; readonly isUntagged: boolean }>(search: S): S =>
  search.tags.length > 0 ? { ...search, isUntagged: false } : search

/**
 * The list's filters: all of the tags, any of the types, any of the sources of the last event,
 * monitors whose filter was deleted (interface section 4.6, filters), and monitors whose subject the service did not
 * name.
 */
const filters = defineAddress(
  {
    q: text(1, { hides: holdsPersonalNumber }),
    tags: underName('tag', tags(MAX_VALUES)),
    kinds: underName('kind', many(identifierTypes)),
    sources: underName('source', tags(MAX_VALUES)),
    isUntagged: underName('untagged', flag),
    isSilent: underName('silent', flag),
    isUnnamed: underName('unnamed', flag),
  },
  taggedOrNot,
)
export type MonitorFilters = SearchOf<typeof filters>
export const noFilters = filters.none
export const hasMonitorSearch = filters.narrows

/** `event` or `-event`. */
const sort = single<MonitorSort | undefined>(
  (text) => {
    const by = monitorSortKeys.find((each) => each === text.replace(/^-/, ''))
    return by && { by, isDescending: text.startsWith('-') }
  },
  (sorted) => (sorted ? `${sorted.isDescending ? '-' : ''}${sorted.by}` : ''),
)

const defaultColumnsText = defaultColumns.join('.')
/** In table order, always including the subject. */
const columns = single<readonly ColumnId[]>(
  (text) => {
    const ids = new Set((text === '' ? defaultColumnsText : text).split('.'))
    return columnIds.filter((id) => id === 'subject' || ids.has(id))
  },
  (shown) => (shown.join('.') === defaultColumnsText ? '' : shown.join('.')),
)

/**
 * Filters and appearance: the content of an address and of a saved view. Without a sort: newest first, as the service
 * lists.
 */
export const monitorAddress = defineAddress(
  { ...filters.fields, sort, columns, density: oneOf(densities, 'regular') },
  taggedOrNot,
)
export type MonitorSearch = SearchOf<typeof monitorAddress>

/** Identifies an "all matching" selection: the filters without sorting and appearance. */
export const toFilterKey = ({ q, tags, kinds, sources, isUntagged, isSilent, isUnnamed }: MonitorFilters): string =>
  JSON.stringify([q.trim(), tags, kinds, sources, isUntagged, isSilent, isUnnamed])

/** Numbers are stored without separators, so a query of digits, spaces and dashes is reduced to its digits. */
export function toNeedle(q: string): string {
  const text = plainText(q)
  return /^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text
}

/**
 * The `monitors.list` query for the first rows of a search before all monitors are loaded; undefined if
 * the service does not support the search or sort.
 */
export function toListQuery({ q, tags, kinds, sources, isUntagged, isSilent, isUnnamed, sort }: MonitorSearch) {
  if (kinds.length > 1 || sources.length > 0 || isSilent || isUnnamed || sort !== undefined) return undefined
  const needle = toNeedle(q)
  return {
    ...(needle === '' ? {} : { q: needle }),
    ...(tags.length === 0 ? {} : { tag: [...tags] }),
    ...(kinds[0] === undefined ? {} : { identifier_type: kinds[0] }),
    ...(isUntagged ? { untagged: 'true' as const } : {}),
  }
}

import { type IdentifierType, identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { plainText } from '@/lib/domain/identifiers/number-text'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'
import { tidyTags } from '@/lib/domain/tags/tags'

import { columnIds, type ColumnId, defaultColumns, type MonitorSortKey, monitorSortKeys } from '../columns'

export interface MonitorSort {
  readonly by: MonitorSortKey
  readonly isDescending: boolean
}
export const densities = ['regular', 'compact'] as const
export type Density = (typeof densities)[number]

/** What the list is narrowed to. Everything but a personal number lives in the address of the page. */
export interface MonitorFilters {
  readonly q: string
  /** All of them. */
  readonly tags: readonly string[]
  /** Any of them; none chosen means any kind. */
  readonly kinds: readonly IdentifierType[]
  /** Any of them, as the source of the last event. */
  readonly sources: readonly string[]
  readonly isUntagged: boolean
  /** Only monitors whose filter is gone (interface 4.6). */
  readonly isSilent: boolean
  /** Only monitors whose subject the service did not name. */
  readonly isUnnamed: boolean
}

/** The filters and the look: what an address, and so a saved view, holds. */
export interface MonitorSearch extends MonitorFilters {
  /** Undefined: as the service lists them, newest first. */
  readonly sort: MonitorSort | undefined
  readonly columns: readonly ColumnId[]
  readonly density: Density
}

export const noFilters: MonitorFilters = {
  q: '',
  tags: [],
  kinds: [],
  sources: [],
  isUntagged: false,
  isSilent: false,
  isUnnamed: false,
}
export const noMonitorSearch: MonitorSearch = {
  ...noFilters,
  sort: undefined,
  columns: defaultColumns,
  density: 'regular',
}

interface Params {
  get(name: string): string | null
  getAll(name: string): string[]
}

const MAX_QUERY_LENGTH = 200
const MAX_VALUES = 20
const isOneOf =
  <T extends string>(known: readonly T[]) =>
  (value: string | null): value is T =>
    known.some((each) => each === value)
const isKind = isOneOf(identifierTypes)
const isSortKey = isOneOf(monitorSortKeys)
const isDensity = isOneOf(densities)
const isColumn = isOneOf(columnIds)

/** Reads an address; whatever is not understood is left out. */
export function readMonitorSearch(params: Params): MonitorSearch {
  const tags = tidyTags(params.getAll('tag')).slice(0, MAX_VALUES)
  const density = params.get('density')
  return {
    q: (params.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
    tags,
    kinds: [...new Set(params.getAll('kind'))].filter(isKind),
    sources: tidyTags(params.getAll('source')).slice(0, MAX_VALUES),
    isUntagged: tags.length === 0 && params.get('untagged') === '1',
    isSilent: params.get('silent') === '1',
    isUnnamed: params.get('unnamed') === '1',
    sort: readSort(params.get('sort')),
    columns: readColumns(params.get('columns')),
    density: isDensity(density) ? density : 'regular',
  }
}

/** `event` or `-event`. */
function readSort(text: string | null): MonitorSort | undefined {
  const isDescending = text?.startsWith('-') === true
  const by = isDescending ? text.slice(1) : text
  return isSortKey(by) ? { by, isDescending } : undefined
}

/** In the table's own order, always with the subject. */
function readColumns(text: string | null): readonly ColumnId[] {
  if (text === null) return defaultColumns
  const wanted = new Set(text.split('.').filter(isColumn))
  return columnIds.filter((id) => id === 'subject' || wanted.has(id))
}

/** The query part of the address, with its `?`, or nothing. */
export function writeMonitorSearch(search: MonitorSearch): string {
  const { sort, columns, density } = search
  const params = filterParams(search)
  if (sort) params.set('sort', `${sort.isDescending ? '-' : ''}${sort.by}`)
  if (columns.join('.') !== defaultColumns.join('.')) params.set('columns', columns.join('.'))
  if (density !== 'regular') params.set('density', density)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function filterParams({ q, tags, kinds, sources, ...flags }: MonitorFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (q.trim() !== '' && !holdsPersonalNumber(q)) params.set('q', q.trim())
  for (const tag of tags) if (!holdsPersonalNumber(tag)) params.append('tag', tag)
  for (const kind of kinds) params.append('kind', kind)
  for (const source of sources) params.append('source', source)
  if (flags.isUntagged) params.set('untagged', '1')
  if (flags.isSilent) params.set('silent', '1')
  if (flags.isUnnamed) params.set('unnamed', '1')
  return params
}

export const hasMonitorSearch = ({ q, tags, kinds, sources, ...flags }: MonitorFilters): boolean =>
  q.trim() !== '' ||
  tags.length + kinds.length + sources.length > 0 ||
  flags.isUntagged ||
  flags.isSilent ||
  flags.isUnnamed

/** What "all matching" is true of: the filters, however the rows are sorted and shown. */
export const toFilterKey = ({ q, tags, kinds, sources, isUntagged, isSilent, isUnnamed }: MonitorFilters): string =>
  JSON.stringify([q.trim(), tags, kinds, sources, isUntagged, isSilent, isUnnamed])

/** Numbers are stored without separators, so a query of digits, spaces and dashes is looked for as its digits. */
export function toNeedle(q: string): string {
  const text = plainText(q)
  return /^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text
}

/**
 * The `monitors.list` query that gives the first rows of a search before all monitors are in the browser; undefined when
 * the service cannot search or sort so.
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

import type { AddressCodec } from '@/components/ui/use-address-search'
export const sortKeys = ['endpoint', 'pool', 'calls', 'units', 'share'] as const
export type SortKey = (typeof sortKeys)[number]
export interface Sort {
  readonly key: SortKey
  readonly direction: 'ascending' | 'descending'
}

/** What the address of the page says. */
export interface UsageSearch {
  /** As written in the address, good or bad; undefined is the current month. */
  readonly month: string | undefined
  readonly sort: Sort
  /** Pools that the endpoints are narrowed to; none is all. */
  readonly pools: readonly string[]
}

export const defaultSort: Sort = { key: 'units', direction: 'descending' }
const MAX_POOLS = 10

/** Texts begin at A, numbers at the largest. */
const firstDirection = (key: SortKey): Sort['direction'] =>
  key === 'endpoint' || key === 'pool' ? 'ascending' : 'descending'

/** The order after a press on a column's header. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  if (sort.key !== key) return { key, direction: firstDirection(key) }
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Reads an address; what is not understood is left out, but for the month, which the page then speaks of. */
export function readSearch(params: Pick<URLSearchParams, 'get' | 'getAll'>): UsageSearch {
  const key = sortKeys.find((each) => each === params.get('sort'))
  const asked = params.get('dir')
  const direction = asked === 'asc' ? 'ascending' : asked === 'desc' ? 'descending' : undefined
  return {
    month: params.get('month') ?? undefined,
    sort: key === undefined ? defaultSort : { key, direction: direction ?? firstDirection(key) },
    pools: [...new Set(params.getAll('pool'))].filter((pool) => pool !== '').slice(0, MAX_POOLS),
  }
}

/** The query part of the address, with its `?`, or nothing. */
export function writeSearch({ month, sort, pools }: UsageSearch): string {
  const params = new URLSearchParams()
  if (month !== undefined) params.set('month', month)
  if (sort.key !== defaultSort.key || sort.direction !== defaultSort.direction) {
    params.set('sort', sort.key)
    params.set('dir', sort.direction === 'ascending' ? 'asc' : 'desc')
  }
  for (const pool of pools) params.append('pool', pool)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const searchCodec: AddressCodec<UsageSearch> = { read: readSearch, write: writeSearch }

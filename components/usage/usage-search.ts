import type { AddressCodec } from '@/components/ui/address/use-address-search'
export const endpointSortKeys = ['endpoint', 'pool', 'calls', 'units', 'share'] as const
export type EndpointSortKey = (typeof endpointSortKeys)[number]
export interface Sort {
  readonly key: EndpointSortKey
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
const firstDirection = (key: EndpointSortKey): Sort['direction'] =>
  key === 'endpoint' || key === 'pool' ? 'ascending' : 'descending'

/** The order after a press on a column's header. */
export function nextEndpointSort(sort: Sort, key: EndpointSortKey): Sort {
  if (sort.key !== key) return { key, direction: firstDirection(key) }
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Reads an address; what is not understood is left out, but for the month, which the page then speaks of. */
export function readUsageSearch(params: Pick<URLSearchParams, 'get' | 'getAll'>): UsageSearch {
  const key = endpointSortKeys.find((each) => each === params.get('sort'))
  const requested = params.get('dir')
  const direction = requested === 'asc' ? 'ascending' : requested === 'desc' ? 'descending' : undefined
  return {
    month: params.get('month') ?? undefined,
    sort: key === undefined ? defaultSort : { key, direction: direction ?? firstDirection(key) },
    pools: [...new Set(params.getAll('pool'))].filter((pool) => pool !== '').slice(0, MAX_POOLS),
  }
}

/** The query part of the address, with its `?`, or nothing. */
export function writeUsageSearch({ month, sort, pools }: UsageSearch): string {
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

export const usageSearchCodec: AddressCodec<UsageSearch> = { read: readUsageSearch, write: writeUsageSearch }

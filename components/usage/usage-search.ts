import { type AddressField, underName, defineAddress, key, type SearchOf } from '@/lib/domain/address'

export const endpointSortKeys = ['endpoint', 'pool', 'calls', 'units', 'share'] as const
export type EndpointSortKey = (typeof endpointSortKeys)[number]
export interface Sort {
  readonly key: EndpointSortKey
  readonly direction: 'ascending' | 'descending'
}

export const defaultSort: Sort = { key: 'units', direction: 'descending' }
const MAX_POOLS = 10

/** Texts sort ascending first, numbers descending. */
const firstDirection = (key: EndpointSortKey): Sort['direction'] =>
  key === 'endpoint' || key === 'pool' ? 'ascending' : 'descending'

/** The order after a press on a column header. */
export function nextEndpointSort(sort: Sort, key: EndpointSortKey): Sort {
  if (sort.key !== key) return { key, direction: firstDirection(key) }
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

const shortOf = { ascending: 'asc', descending: 'desc' } as const

/** `sort` and `dir`, which occur only together. */
const sort: AddressField<Sort> = {
  read: (params) => {
    const key = endpointSortKeys.find((each) => each === params.get('sort'))
    if (key === undefined) return defaultSort
    const requested = (['ascending', 'descending'] as const).find((each) => shortOf[each] === params.get('dir'))
    return { key, direction: requested ?? firstDirection(key) }
  },
  write: ({ key, direction }) =>
    key === defaultSort.key && direction === defaultSort.direction
      ? []
      : [
          ['sort', key],
          ['dir', shortOf[direction]],
        ],
}

const pools: AddressField<readonly string[]> = {
  read: (params, name) => [...new Set(params.getAll(name))].filter((pool) => pool !== '').slice(0, MAX_POOLS),
  write: (names, name) => names.map((pool) => [name, pool] as const),
}

/**
 * The month (possibly invalid, which the page then reports), and the pools by which endpoints are filtered; none means
 * all.
 */
export const usageAddress = defineAddress({ month: key(/^[^]+$/), sort, pools: underName('pool', pools) })
export type UsageSearch = SearchOf<typeof usageAddress>

import { describe, expect, it } from 'vitest'

import { filterByPools, listPools, toEndpointRows, sortRows, totalsOfPools } from './breakdown'
import { type EndpointSortKey, endpointSortKeys } from './usage-search'

const endpoints = [
  { endpoint: '/v1/record', pool: 'lookups', calls: 10, units: 30 },
  { endpoint: '/v1/search', pool: 'lookups', calls: 20, units: 10 },
  { endpoint: '/v1/rdf', pool: 'rdf', calls: 1, units: 0 },
  { endpoint: '/v1/monitors', pool: null, calls: 7, units: 0 },
  { endpoint: '/v1/new', pool: 'tokens', calls: 2, units: 5 },
]
const rows = toEndpointRows(endpoints)
const order = (key: EndpointSortKey, direction: 'ascending' | 'descending', endpointRows = rows) =>
  sortRows(endpointRows, { key, direction }).map(({ endpoint }) => endpoint.slice(4))

it('calculates the share of each endpoint within its pool', () => {
  expect(rows.map(({ share }) => share)).toEqual([0.75, 0.25, undefined, undefined, 1])
})

it('lists the known pools first and endpoints without a pool last', () => {
  expect(listPools(endpoints)).toEqual(['lookups', 'rdf', 'tokens', 'none'])
})

describe('sorting', () => {
  it.each([
    ['units', 'descending', ['record', 'search', 'new', 'monitors', 'rdf']],
    ['units', 'ascending', ['monitors', 'rdf', 'new', 'search', 'record']],
    ['calls', 'ascending', ['rdf', 'new', 'monitors', 'record', 'search']],
    ['endpoint', 'descending', ['search', 'record', 'rdf', 'new', 'monitors']],
    ['pool', 'ascending', ['record', 'search', 'rdf', 'new', 'monitors']],
    ['share', 'descending', ['new', 'record', 'search', 'monitors', 'rdf']],
    ['share', 'ascending', ['search', 'record', 'new', 'monitors', 'rdf']],
  ] as const)('orders by %s %s', (key, direction, expected) => {
    expect(order(key, direction)).toEqual(expected)
  })

  it('puts rows without a number last in both directions', () => {
    const odd = toEndpointRows([{ endpoint: '/v1/odd' }, ...endpoints])
    for (const key of ['calls', 'units', 'share'] as const) {
      expect(order(key, 'ascending', odd).slice(-3)).toContain('odd')
      expect(order(key, 'descending', odd).slice(-3)).toContain('odd')
    }
  })

  it('keeps every row', () => {
    for (const key of endpointSortKeys)
      expect(order(key, 'ascending').toSorted()).toEqual(order('units', 'descending').toSorted())
  })
})

it('filters by pool, sums the filtered rows and keeps the shares', () => {
  const filtered = filterByPools(rows, ['lookups'])
  expect(totalsOfPools(filtered)).toEqual([{ pool: 'lookups', calls: 30, units: 40 }])
  expect(totalsOfPools(rows).map(({ pool, units }) => `${pool} ${units}`)).toEqual([
    'lookups 40',
    'rdf 0',
    'tokens 5',
    'none 0',
  ])
  expect(filtered[0]?.share).toBe(0.75)
  expect(filterByPools(rows, ['none'])).toHaveLength(1)
  expect(filterByPools(rows, [])).toHaveLength(5)
  expect(filterByPools(rows, ['nothing'])).toEqual([])
})

it('leaves a share or total unknown if one row lacks its number', () => {
  const odd = toEndpointRows([...endpoints, { endpoint: '/v1/odd', pool: 'lookups', calls: -1 }])
  expect(odd[0]?.share).toBeUndefined()
  expect(totalsOfPools(odd)[0]).toEqual({ pool: 'lookups', calls: undefined, units: undefined })
  expect(totalsOfPools(odd)[1]).toEqual({ pool: 'rdf', calls: 1, units: 0 })
})

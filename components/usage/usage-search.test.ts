import { describe, expect, it } from 'vitest'

import { defaultSort, nextEndpointSort, usageAddress } from './usage-search'

const read = (query: string) => usageAddress.read(new URLSearchParams(query))

describe('the address', () => {
  it.each([
    '',
    '?month=2026-10',
    '?sort=endpoint&dir=asc',
    '?sort=units&dir=asc',
    '?month=2026-10&sort=share&dir=desc&pool=rdf&pool=none',
    // An invalid month is preserved, because the page shows what was requested.
    '?month=2026-13',
  ])('is written as it was read: %j', (query) => {
    expect(usageAddress.write(read(query))).toBe(query)
  })

  it('is empty for default values', () => {
    expect(read('')).toEqual({ month: undefined, sort: defaultSort, pools: [] })
    expect(usageAddress.write(read('?sort=units&dir=desc&pool='))).toBe('')
  })

  it('uses the default direction of a column, and ignores unknown values', () => {
    expect(read('?sort=pool').sort).toEqual({ key: 'pool', direction: 'ascending' })
    expect(read('?sort=calls&dir=up').sort).toEqual({ key: 'calls', direction: 'descending' })
    expect(read('?sort=price&dir=asc').sort).toEqual(defaultSort)
    expect(read('?pool=rdf&pool=rdf&pool=').pools).toEqual(['rdf'])
    expect(
      read(`?${'pool=x&'.repeat(3)}${Array.from({ length: 99 }, (_, n) => `pool=${n}`).join('&')}`).pools,
    ).toHaveLength(10)
  })
})

it('reverses the direction of a column on the second press', () => {
  const first = nextEndpointSort(defaultSort, 'endpoint')
  expect(first).toEqual({ key: 'endpoint', direction: 'ascending' })
  expect(nextEndpointSort(first, 'endpoint')).toEqual({ key: 'endpoint', direction: 'descending' })
  expect(nextEndpointSort(first, 'calls')).toEqual({ key: 'calls', direction: 'descending' })
  expect(nextEndpointSort(defaultSort, 'units')).toEqual({ key: 'units', direction: 'ascending' })
})

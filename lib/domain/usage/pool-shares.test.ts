import { expect, it } from 'vitest'

import { poolShares } from './pool-shares'

const row = (pool: string | null, units: number | null) => ({ pool, units })

it('returns the share of each row in the units of its pool', () => {
  expect(poolShares([row('rdf', 30), row('lookups', 5), row('rdf', 10)])).toEqual([0.75, 1, 0.25])
})

it('returns undefined for a pool with unknown units, without affecting other pools', () => {
  expect(poolShares([row('rdf', 30), row('rdf', null), row('pdf', 2)])).toEqual([undefined, undefined, 1])
  expect(poolShares([row('rdf', 30), row('rdf', -1), row('rdf', 0.5)])).toEqual([undefined, undefined, undefined])
})

it('returns undefined for an unused pool and for a row without a pool', () => {
  expect(poolShares([row('rdf', 0), row(null, 7)])).toEqual([undefined, undefined])
  expect(poolShares([])).toEqual([])
})

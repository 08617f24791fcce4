import { expect, it } from 'vitest'

import { poolShares } from './pool-shares'

const row = (pool: string | null, units: number | null) => ({ pool, units })

it('divides what each pool used among its rows', () => {
  expect(poolShares([row('rdf', 30), row('lookups', 5), row('rdf', 10)])).toEqual([0.75, 1, 0.25])
})

it('knows no part of an unknown whole, and lets the other pools be', () => {
  expect(poolShares([row('rdf', 30), row('rdf', null), row('pdf', 2)])).toEqual([undefined, undefined, 1])
  expect(poolShares([row('rdf', 30), row('rdf', -1), row('rdf', 0.5)])).toEqual([undefined, undefined, undefined])
})

it('knows none of nothing, nor without a pool', () => {
  expect(poolShares([row('rdf', 0), row(null, 7)])).toEqual([undefined, undefined])
  expect(poolShares([])).toEqual([])
})

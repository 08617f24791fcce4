import { expect, it } from 'vitest'

import { type PricedCall, pricedCalls } from './prices'
import { operationNames, operationOf } from './table'

const call = (path: string): PricedCall => {
  const found = pricedCalls().find((each) => each.path === path)
  if (!found) throw new Error(`no price of ${path}`)
  return found
}

it('lists exactly the operations that charge', () => {
  const charging = operationNames.filter((name) => operationOf(name).pool !== null)
  expect(
    pricedCalls()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...charging].sort())
  expect(charging.length).toBeGreaterThan(10)
})

it('has the prices of interface sections 4.11 and 4.13', () => {
  expect(call('/v1/record')).toMatchObject({ pool: 'lookups', by: 'call', units: 1, isWhole: true })
  expect(call('/v1/records')).toMatchObject({ pool: 'lookups', by: 'identifier', units: 1, most: 50 })
  expect(call('/v1/knf/warnings')).toMatchObject({ by: 'item', units: 1, most: 1000, isWhole: false })
  expect(call('/v1/krs/changes/stream')).toMatchObject({ by: 'item', units: 1, per: 10, isWhole: false })
  expect(call('/v1/rdf/documents/{id}')).toMatchObject({ pool: 'rdf', by: 'call', units: 5 })
  expect(call('/v1/wpv/records')).toMatchObject({ pool: 'wpv', by: 'identifier', most: 50 })
  expect(call('/v1/rdf/archive')).toMatchObject({
    pool: 'rdf',
    units: 10,
    unitsFrom: 5,
    isWhole: true,
    onlyPlan: 'enterprise',
  })
})

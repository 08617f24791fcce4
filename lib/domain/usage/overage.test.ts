import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { capInForce, capSource, isCapKnown, readOwnCap, unusableFields } from './overage'

describe('the cap in force', () => {
  it.each([
    [{ spend_cap_pln: 0, max_overage_pln: 0 }, 0, 'own'],
    [{ spend_cap_pln: 500, max_overage_pln: 500 }, 50_000, 'own'],
    [{ spend_cap_pln: null, max_overage_pln: 1000 }, 100_000, 'default'],
    [{ spend_cap_pln: null, max_overage_pln: 700 }, 70_000, 'default'],
    [{ spend_cap_pln: null }, 100_000, 'default'],
    [{}, 100_000, 'unknown'],
    [{ spend_cap_pln: -5, max_overage_pln: 300 }, 30_000, 'unknown'],
    [{ spend_cap_pln: 12.345 }, 100_000, 'unknown'],
    [{ spend_cap_pln: 1e300 }, 100_000, 'unknown'],
  ])('is derived from %j', (fields, grosz, source) => {
    expect(capInForce(fields)).toBe(grosz)
    expect(capSource(fields)).toBe(source)
  })
})

it.each([
  [{ spend_cap_pln: 0 }, 0, true],
  [{ spend_cap_pln: null }, null, true],
  [{ max_overage_pln: 700 }, null, true],
  [{ spend_cap_pln: -5 }, null, false],
  [{}, null, false],
])('distinguishes a known cap from an assumed one in %j', (fields, ownCap, isKnown) => {
  expect(readOwnCap(fields)).toBe(ownCap)
  expect(isCapKnown(fields)).toBe(isKnown)
})

it('lists the fields that cannot be read', () => {
  expect(unusableFields({ ...meter, used: -5, unit_grosz: 1e300, included: null })).toEqual([
    { field: 'used', value: -5 },
    { field: 'unit_grosz', value: 1e300 },
  ])
  expect(unusableFields({})).toEqual([])
})

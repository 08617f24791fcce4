import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { capInForce, capSource, isCapKnown, isCapReached, ownCapOf, unitsLeft, unusableFields } from './overage'

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
  ])('%j', (fields, grosz, source) => {
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
])('knows the cap of %j from one that is only supposed', (fields, own, isKnown) => {
  expect(ownCapOf(fields)).toBe(own)
  expect(isCapKnown(fields)).toBe(isKnown)
})

it('names the fields that cannot be read', () => {
  expect(unusableFields({ ...meter, used: -5, unit_grosz: 1e300, included: null })).toEqual([
    { field: 'used', value: -5 },
    { field: 'unit_grosz', value: 1e300 },
  ])
  expect(unusableFields({})).toEqual([])
})

describe('unitsLeft', () => {
  it('does not believe an allowance that cannot be', () => {
    expect(unitsLeft({ ...meter, allowance: -3 })).toBe(3942)
    expect(unitsLeft({ allowance: -3 })).toBeNull()
    expect(unitsLeft({ ...meter, allowance: null, unit_grosz: 0 })).toBeNull()
  })

  it('believes the service before its own arithmetic', () => {
    expect(unitsLeft({ ...meter, allowance: 7 })).toBe(7)
    expect(unitsLeft(meter)).toBe(3942)
  })

  it('takes null for no limit, and reckons with no cap that nobody named', () => {
    expect(unitsLeft({ ...meter, allowance: null })).toBeNull()
    expect(isCapReached({ ...meter, spend_cap_pln: 184, allowance: null })).toBe(false)
    expect(unitsLeft({ ...meter, spend_cap_pln: undefined, max_overage_pln: undefined })).toBeNull()
  })

  it('counts what the plan still includes', () => {
    expect(unitsLeft({ ...meter, used: 19_000, overage_units: 0, overage_grosz: 0 })).toBe(1000 + 6250)
  })

  it('knows the reached cap', () => {
    expect(isCapReached({ ...meter, spend_cap_pln: 184 })).toBe(true)
    expect(isCapReached({ ...meter, spend_cap_pln: 185 })).toBe(false)
    expect(isCapReached({ ...meter, allowance: null, overage_grosz: undefined })).toBe(false)
  })
})

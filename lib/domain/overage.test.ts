import { describe, expect, it } from 'vitest'

import { capInForce, capSource, forecastOverage, isCapReached, unitsLeft } from './overage'

const meter = {
  included: 20_000,
  used: 22_308,
  overage_units: 2308,
  overage_grosz: 18_464,
  unit_grosz: 8,
  spend_cap_pln: 500,
  max_overage_pln: 500,
  period_end: '2026-11-30T23:00:00.000Z',
}
const now = new Date('2026-11-20T23:00:00.000Z')
const days = Array.from({ length: 20 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  lookups: 100,
}))

describe('the cap in force', () => {
  it.each([
    [{ spend_cap_pln: 0, max_overage_pln: 0 }, 0, 'own'],
    [{ spend_cap_pln: 500, max_overage_pln: 500 }, 50_000, 'own'],
    [{ spend_cap_pln: null, max_overage_pln: 1000 }, 100_000, 'default'],
    [{ spend_cap_pln: null, max_overage_pln: 700 }, 70_000, 'default'],
    [{ spend_cap_pln: null }, 100_000, 'default'],
    [{}, 100_000, 'unknown'],
  ])('%j', (fields, grosz, source) => {
    expect(capInForce(fields)).toBe(grosz)
    expect(capSource(fields)).toBe(source)
  })
})

describe('forecastOverage', () => {
  it('carries the rate of the last week to the end of the period, in money', () => {
    expect(forecastOverage(meter, days, { now, capGrosz: 50_000 })).toEqual({
      groszAtEnd: (2308 + 1000) * 8,
      unitsAtEnd: 23_308,
      unitsPerDay: 100,
      capReachedAt: null,
    })
  })

  it('says when a cap is reached on the way', () => {
    const at = forecastOverage(meter, days, { now, capGrosz: 18_464 + 500 * 8 })?.capReachedAt
    expect(at).toBe('2026-11-25T23:00:00.000Z')
  })

  it('says now for a cap that is already spent', () => {
    expect(forecastOverage(meter, days, { now, capGrosz: 10_000 })?.capReachedAt).toBe(now.toISOString())
  })

  it('is never below what is spent, not even when the units do not add up', () => {
    const odd = { ...meter, overage_grosz: 90_000 }
    expect(forecastOverage(odd, days, { now, capGrosz: 100_000 })?.groszAtEnd).toBe(90_000)
  })

  it('costs nothing while the plan covers it', () => {
    const small = { ...meter, used: 2000, overage_units: 0, overage_grosz: 0 }
    expect(forecastOverage(small, days, { now, capGrosz: 50_000 })?.groszAtEnd).toBe(0)
  })

  it.each(['included', 'used', 'unit_grosz', 'period_end'] as const)('is silent without %s', (field) => {
    expect(forecastOverage({ ...meter, [field]: undefined }, days, { now, capGrosz: 1 })).toBeNull()
  })

  it('is silent with under three days of data', () => {
    const young = new Date('2026-11-02T12:00:00.000Z')
    expect(forecastOverage(meter, days.slice(0, 2), { now: young, capGrosz: 1 })).toBeNull()
  })
})

describe('unitsLeft', () => {
  it('believes the service before its own arithmetic', () => {
    expect(unitsLeft({ ...meter, allowance: 7 })).toBe(7)
    expect(unitsLeft(meter)).toBe(3942)
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

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type LookupPool, lookupsLeft, toOverage } from '@/lib/service/metering/lookup-pool'

import { alertBases, alertFigures, alertMeasures, reachedThresholds } from './spend-alert'

const meter = {
  included: 1000,
  used: 1500,
  overage_grosz: 4000,
  unit_grosz: 8,
  spend_cap_pln: 100,
  period_end: '2026-11-30T23:00:00.000Z',
}
const now = new Date('2026-11-20T23:00:00.000Z')
/** 100 a day over the last week: 1 000 more in the ten days to come. */
const days = Array.from({ length: 7 }, (_, n) => ({ date: `2026-11-${14 + n}`, lookups: 100 }))

describe('reachedThresholds', () => {
  const figures = alertFigures(meter, days, now)

  it('uses both the actual amounts and the forecast of the period', () => {
    expect(figures).toEqual({
      capGrosz: 10_000,
      isCapUsedUp: false,
      included: 1000,
      units: { actual: 1500, forecast: 2250 },
      grosz: { actual: 4000, forecast: 10_000 },
      // Without the cap the forecast would be 120 zł.
      uncappedGrosz: 12_000,
    })
  })

  it.each([
    ['actual', 'cap', [39, 40, 41], [39, 40]],
    ['forecast', 'cap', [99, 100, 120], [99, 100]],
    ['actual', 'included', [100, 150, 151], [100, 150]],
    ['forecast', 'included', [226, 225], [225]],
    ['actual', 'pln', [41, 40, 1], [1, 40]],
    ['forecast', 'pln', [100, 101], [100]],
  ] as const)('returns the reached thresholds for %s of %s', (...row) => {
    const [measure, basis, thresholds, reached] = row
    expect(reachedThresholds({ measure, basis, thresholds }, figures)).toEqual(reached)
  })

  it('forecasts no further spending once the cap is used up', () => {
    const spent = alertFigures({ ...meter, overage_grosz: 10_000 }, days, now)
    expect(spent).toMatchObject({ units: { forecast: 1500 }, grosz: { actual: 10_000, forecast: 10_000 } })
    expect(spent.uncappedGrosz).toBeUndefined()
  })

  it('returns nothing with less than three days of data for a forecast, during a trial, or without figures', () => {
    const rule = { measure: 'forecast', basis: 'pln', thresholds: [1] } as const
    expect(reachedThresholds(rule, alertFigures(meter, days.slice(5), new Date('2026-11-20T12:00:00Z')))).toEqual([])
    expect(reachedThresholds(rule, alertFigures({ ...meter, trial: true }, days, now))).toEqual([])
    const emptyFigures = alertFigures({}, [], now)
    for (const measure of alertMeasures) {
      for (const basis of alertBases) {
        expect(reachedThresholds({ measure, basis, thresholds: [1] }, emptyFigures)).toEqual([])
      }
    }
  })

  it('returns thresholds of a zero cap only once the plan is used up', () => {
    const rule = { measure: 'actual', basis: 'cap', thresholds: [50, 100, 101] } as const
    const figuresAt = (used: number) => alertFigures({ ...meter, spend_cap_pln: 0, overage_grosz: 0, used }, [], now)
    expect(reachedThresholds(rule, figuresAt(999))).toEqual([])
    expect(reachedThresholds(rule, figuresAt(1000))).toEqual([50, 100])
  })

  it('does not mistake other refusals for a reached cap', () => {
    const rule = { measure: 'actual', basis: 'cap', thresholds: [100] } as const
    const reachedWith = (more: object) => reachedThresholds(rule, alertFigures({ ...meter, ...more }, [], now))
    // An inactive account has an allowance of zero, whatever its cap.
    expect(reachedWith({ allowance: 0 })).toEqual([])
    expect(reachedWith({ unit_grosz: 0 })).toEqual([])
    expect(reachedWith({ trial: true })).toEqual([])
    expect(reachedWith({ allowance: 0, overage_grosz: 9_996 })).toEqual([100])
  })

  it('never loses a threshold while spending grows', () => {
    const amount = fc.integer({ min: 0, max: 200_000 })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 200 }), (a, b, threshold) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const reached = (overage_grosz: number) =>
          reachedThresholds(
            { measure: 'actual', basis: 'cap', thresholds: [threshold] },
            alertFigures({ ...meter, overage_grosz }, [], now),
          ).length
        expect(reached(less)).toBeLessThanOrEqual(reached(more))
      }),
    )
  })
})

/** A plan, a price, and a cap that need not be a multiple of the price, used unit by unit. */
const account = fc.record({
  included: fc.integer({ min: 0, max: 20 }),
  unitGrosz: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(1, 5, 7, 8, 100)),
  spendCapPln: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null, freq: 9 }),
  trial: fc.boolean(),
  reportsAllowance: fc.boolean(),
  unitsRequested: fc.integer({ min: 0, max: 330 }),
})

describe('generated prices and caps', () => {
  const check = (measure: 'actual' | 'forecast') =>
    fc.property(account, ({ included, unitGrosz, spendCapPln, trial, reportsAllowance, unitsRequested }) => {
      let pool: LookupPool = { included, used: 0, overageGrosz: 0, unitGrosz, spendCapPln, trial }
      for (let unit = 0; unit < unitsRequested && lookupsLeft(pool) !== 0; unit += 1) {
        const { overage_grosz } = toOverage(pool, 1)
        pool = { ...pool, used: pool.used + 1, overageGrosz: pool.overageGrosz + overage_grosz }
      }
      const remaining = lookupsLeft(pool)
      const reportedMeter = {
        ...meter,
        included,
        used: pool.used,
        overage_grosz: pool.overageGrosz,
        unit_grosz: unitGrosz,
        spend_cap_pln: spendCapPln,
        trial,
        ...(reportsAllowance && { allowance: remaining }),
      }
      const figures = alertFigures(reportedMeter, [], now)
      const isReached = (threshold: number) =>
        reachedThresholds({ measure, basis: 'cap', thresholds: [threshold] }, figures).length > 0
      expect(isReached(100)).toBe(remaining === 0 && !trial)
      // If the whole is reached, every part is reached.
      if (isReached(100)) for (const part of [1, 50, 99]) expect(isReached(part)).toBe(true)
      expect(isReached(101)).toBe(false)
    })

  it('reach 100% exactly when the service refuses the next unit because of the cap', () => {
    fc.assert(check('actual'), { numRuns: 400, seed: 20_261_123 })
  })

  it('reach 100% of the forecast in the same case', () => {
    fc.assert(check('forecast'), { numRuns: 400, seed: 20_261_124 })
  })
})

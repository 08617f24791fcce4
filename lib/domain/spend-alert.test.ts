import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

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

  it('reads the forecast of the period beside what is spent', () => {
    expect(figures).toEqual({
      capGrosz: 10_000,
      included: 1000,
      units: { actual: 1500, forecast: 2500 },
      grosz: { actual: 4000, forecast: 12_000 },
    })
  })

  it.each([
    ['actual', 'cap', [39, 40, 41], [39, 40]],
    ['forecast', 'cap', [100, 120, 121], [100, 120]],
    ['actual', 'included', [100, 150, 151], [100, 150]],
    ['forecast', 'included', [251, 250], [250]],
    ['actual', 'pln', [41, 40, 1], [1, 40]],
    ['forecast', 'pln', [120, 121], [120]],
  ] as const)('%s of %s', (...row) => {
    const [measure, basis, thresholds, reached] = row
    expect(reachedThresholds({ measure, basis, thresholds }, figures)).toEqual(reached)
  })

  it('needs data: three days for a forecast, a field for a number, and no trial', () => {
    const rule = { measure: 'forecast', basis: 'pln', thresholds: [1] } as const
    expect(reachedThresholds(rule, alertFigures(meter, days.slice(5), new Date('2026-11-20T12:00:00Z')))).toEqual([])
    expect(reachedThresholds(rule, alertFigures({ ...meter, trial: true }, days, now))).toEqual([])
    const bare = alertFigures({}, [], now)
    for (const measure of alertMeasures) {
      for (const basis of alertBases) {
        expect(reachedThresholds({ measure, basis, thresholds: [1] }, bare)).toEqual([])
      }
    }
  })

  it('with a cap of nothing says so at the first grosz and not before', () => {
    const rule = { measure: 'actual', basis: 'cap', thresholds: [100] } as const
    const at = (overage_grosz: number) => alertFigures({ ...meter, spend_cap_pln: 0, overage_grosz }, [], now)
    expect(reachedThresholds(rule, at(0))).toEqual([])
    expect(reachedThresholds(rule, at(8))).toEqual([100])
  })

  it('never takes back a threshold while spending grows', () => {
    const whole = fc.integer({ min: 0, max: 200_000 })
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 200 }), (a, b, threshold) => {
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

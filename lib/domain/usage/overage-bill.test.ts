import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { billOf, makeOverageBill, type OverageDay, overageOfDays } from './overage-bill'

const period = { period_start: '2026-10-31T23:00:00.000Z', period_end: '2026-11-30T23:00:00.000Z' }
/** 3 units at 8 gr, and one at 5 after a change to a larger plan. */
const meter = { ...period, overage_units: 4, overage_grosz: 29, unit_grosz: 5 }
const days = [
  { date: '2026-11-01', overage_units: 0, overage_grosz: 0 },
  { date: '2026-11-02', overage_units: 3, overage_grosz: 24 },
  { date: '2026-11-03', overage_units: 1, overage_grosz: 5 },
]
const kindOf = (changes: Partial<typeof meter>, ledgerDays: readonly OverageDay[] | undefined = days) =>
  billOf({ ...meter, ...changes }, ledgerDays)?.kind

describe('an overage bill', () => {
  it('has kind adds while a single price explains the amount, whatever the days contain', () => {
    expect(makeOverageBill({ ...meter, overage_grosz: 20 })).toEqual({
      units: 4,
      unitGrosz: 5,
      grosz: 20,
      kind: 'adds',
      meanGrosz: 5,
    })
    expect(kindOf({ overage_grosz: 20 })).toBe('adds')
    expect(kindOf({ overage_units: 0, overage_grosz: 0 }, [])).toBe('adds')
  })

  it('has kind prices when the days add up to the same amount', () => {
    expect(billOf(meter, days)).toEqual({
      units: 4,
      unitGrosz: 5,
      grosz: 29,
      kind: 'prices',
      meanGrosz: 7.25,
    })
    // Standard sells no overage; what was charged before stays.
    expect(kindOf({ unit_grosz: 0 })).toBe('prices')
  })

  it('has kind earlier when every day was charged at one former price', () => {
    const before = { overage_units: 4, overage_grosz: 32 }
    const singlePriceDays = [days[0], { ...days[1], overage_units: 4, overage_grosz: 32 }].filter(
      (day) => day !== undefined,
    )
    expect(billOf({ ...meter, ...before }, singlePriceDays)).toEqual({
      units: 4,
      unitGrosz: 5,
      grosz: 32,
      kind: 'earlier',
      meanGrosz: 8,
      lastDay: '2026-11-02',
    })
    expect(kindOf({ ...before, unit_grosz: 0 }, singlePriceDays)).toBe('earlier')
    // The mean is a whole price, but the days show several prices: 3 at 4 gr and 1 at 20.
    const mixed = [
      { date: '2026-11-02', overage_units: 3, overage_grosz: 12 },
      { date: '2026-11-03', overage_units: 1, overage_grosz: 20 },
    ]
    expect(kindOf(before, mixed)).toBe('prices')
  })

  it('has kind off when the days add up to another amount', () => {
    expect(kindOf({ overage_grosz: 30 })).toBe('off')
    expect(kindOf({ overage_units: 5 })).toBe('off')
    expect(kindOf({}, days.slice(0, 2).concat({ date: '2026-11-03', overage_units: 2, overage_grosz: 5 }))).toBe('off')
  })

  it('may be some units ahead of the days, or behind them, at the current price', () => {
    expect(kindOf({ overage_units: 6, overage_grosz: 39 })).toBe('prices')
    expect(kindOf({ overage_units: 3, overage_grosz: 24 })).toBe('prices')
    expect(kindOf({ overage_units: 6, overage_grosz: 45 })).toBe('off')
  })

  it('has kind off for an amount without charged units, with or without days', () => {
    const free = { overage_units: 0, overage_grosz: 29 }
    expect(kindOf(free, [])).toBe('off')
    expect(kindOf(free, [{ date: '2026-11-01', ...free }])).toBe('off')
  })

  it('has kind prices while the days are unknown', () => {
    expect(kindOf({}, [])).toBe('prices')
    expect(makeOverageBill(meter)?.kind).toBe('prices')
  })

  it.each([undefined, null, -1, 0.5, 2 ** 60])('is undefined for the value %s', (value) => {
    expect(makeOverageBill({ ...meter, overage_units: value })).toBeUndefined()
    expect(makeOverageBill({ ...meter, unit_grosz: value })).toBeUndefined()
    expect(makeOverageBill({ ...meter, overage_grosz: value })).toBeUndefined()
  })

  it('never has kind off for a correct ledger, whatever the prices', () => {
    const charge = fc.record({ day: fc.integer({ min: 1, max: 30 }), units: fc.nat(1000), price: fc.nat(100) })
    fc.assert(
      fc.property(fc.array(charge), fc.nat(100), (charges, price) => {
        const ledgerDays = Array.from({ length: 30 }, (_, index) => {
          const dayCharges = charges.filter(({ day }) => day === index + 1)
          const sum = (amountOf: (one: (typeof dayCharges)[number]) => number) =>
            dayCharges.reduce((all, one) => all + amountOf(one), 0)
          const date = `2026-11-${String(index + 1).padStart(2, '0')}`
          return {
            date,
            overage_units: sum(({ units }) => units),
            overage_grosz: sum((one) => one.units * one.price),
          }
        })
        const total = overageOfDays(period, ledgerDays)
        const counted = { ...period, overage_units: total?.units, overage_grosz: total?.grosz, unit_grosz: price }
        expect(makeOverageBill(counted, { comparison: total, days: ledgerDays })?.kind).not.toBe('off')
      }),
    )
  })
})

describe('the days of a period', () => {
  it('are summed', () => {
    expect(overageOfDays(meter, days)).toEqual({ units: 4, grosz: 29 })
  })

  it('are only those within the period', () => {
    const surroundingDays = [
      { date: '2026-10-31', overage_units: 9, overage_grosz: 9 },
      ...days,
      { date: '2026-12-01', overage_units: 9, overage_grosz: 9 },
    ]
    expect(overageOfDays(meter, surroundingDays)).toEqual({ units: 4, grosz: 29 })
  })

  it('may omit those without use', () => {
    expect(overageOfDays(meter, days.slice(1))).toEqual({ units: 4, grosz: 29 })
  })

  it.each([
    ['no days', meter, []],
    ['days not read', meter, undefined],
    ['no period', { ...meter, period_start: undefined }, days],
    ['the second month of a period', { ...meter, period_start: '2026-10-14T22:00:00.000Z' }, days],
    ['a day without its amount', meter, [...days, { date: '2026-11-04', overage_units: 1 }]],
    ['a day without its date', meter, [...days, { overage_units: 1, overage_grosz: 5 }]],
    [
      'a sum too large to be exact',
      meter,
      [...days, { date: '2026-11-04', overage_units: 1, overage_grosz: 2 ** 53 - 1 }],
    ],
  ])('have no known sum: %s', (_, meterFields, ledgerDays) => {
    expect(overageOfDays(meterFields, ledgerDays)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'

import { daysOfMonth } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { poolFigures, unusedDay } from '@/lib/domain/usage/pools'

import { compareFigures, compareMonths, filterMonthDays, isUnusedMonth, totalDays } from './totals'

/** A month in which every day has `units` of each figure. */
const month = (name: string, units: number, count = 31) =>
  daysOfMonth(name)
    .slice(0, count)
    .map((date) => ({
      date,
      ...recordOf(poolFigures, () => units),
      overage_units: units,
      overage_grosz: 8 * units,
    }))

it('returns only the days of the month, in order', () => {
  const items = [
    { ...unusedDay, date: '2026-11-02' },
    { ...unusedDay, date: '2026-10-31' },
    { ...unusedDay },
    { ...unusedDay, date: null },
    { ...unusedDay, date: '2026-11-01' },
  ]
  expect(filterMonthDays(items, '2026-11').map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02'])
})

describe('totalDays', () => {
  it('sums every column', () => {
    expect(totalDays(month('2026-11', 2, 20))).toEqual({
      ...recordOf(poolFigures, () => 40),
      lookups: 40,
      rdf: 40,
      pdfs: 40,
      wpv_checks: 40,
      overage_units: 40,
      overage_grosz: 320,
    })
    expect(totalDays([])).toEqual(unusedDay)
  })

  it.each([undefined, null, -1, 1.5, 1e300, 2 ** 53])('leaves a column unknown if a day has %s', (odd) => {
    const totals = totalDays([
      { ...unusedDay, lookups: 5, rdf: 7 },
      { ...unusedDay, lookups: odd },
    ])
    expect(totals.lookups).toBeUndefined()
    expect(totals.rdf).toBe(7)
  })
})

it('distinguishes a month without usage from one with unknown usage', () => {
  expect(isUnusedMonth([unusedDay, unusedDay])).toBe(true)
  expect(isUnusedMonth([])).toBe(true)
  expect(isUnusedMonth([unusedDay, { ...unusedDay, pdfs: 1 }])).toBe(false)
  expect(isUnusedMonth([{ lookups: 0 }])).toBe(false)
})

describe('compareMonths', () => {
  it('compares the complete days of the current month with as many days of the previous one', () => {
    const days = month('2026-11', 3, 20)
    const compared = compareMonths({ days, before: month('2026-10', 2), runningDay: '2026-11-20' })
    expect(compared).toMatchObject({ lastDay: '2026-11-19', lastDayBefore: '2026-10-19' })
    expect(compared?.now.lookups).toBe(57)
    expect(compared?.before.lookups).toBe(38)
  })

  it('uses all days of a shorter month', () => {
    const days = month('2026-03', 1, 31)
    const compared = compareMonths({ days, before: month('2026-02', 1), runningDay: '2026-03-31' })
    expect(compared).toMatchObject({ lastDay: '2026-03-30', lastDayBefore: '2026-02-28' })
    expect(compared?.before.lookups).toBe(28)
  })

  it('compares closed months in full, and the first of January with the first of December', () => {
    const closed = compareMonths({ days: month('2026-06', 1), before: month('2026-05', 1), runningDay: undefined })
    expect([closed?.now.lookups, closed?.before.lookups]).toEqual([30, 31])
    const input = { days: month('2027-01', 1, 2), before: month('2026-12', 1), runningDay: '2027-01-02' }
    const newYear = compareMonths(input)
    expect([newYear?.now.lookups, newYear?.before.lookups, newYear?.lastDayBefore]).toEqual([1, 1, '2026-12-01'])
  })

  it('compares nothing during the first day', () => {
    const days = month('2026-11', 1, 1)
    expect(compareMonths({ days, before: month('2026-10', 9), runningDay: '2026-11-01' })).toBeUndefined()
  })

  it('compares nothing without days', () => {
    expect(compareMonths({ days: [], before: month('2026-10', 9), runningDay: undefined })).toBeUndefined()
  })
})

it.each([
  [10, 10, { kind: 'same' }],
  [0, 0, { kind: 'same' }],
  [15, 10, { kind: 'more', by: 5, ratio: 0.5 }],
  [5, 10, { kind: 'less', by: 5, ratio: 0.5 }],
  [5, 0, { kind: 'more', by: 5, ratio: undefined }],
  [undefined, 3, { kind: 'unknown' }],
  [3, undefined, { kind: 'unknown' }],
])('compares %s with %s', (now, before, change) => {
  expect(compareFigures(now, before)).toEqual(change)
})

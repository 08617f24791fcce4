import { describe, expect, it } from 'vitest'

import { dayValues } from '@/components/meters/day-values'
import { unusedDay } from '@/lib/domain/usage/pools'

import { isUnusedPeriod, sumDays, unreadableDays, usageDays } from './usage-days'

const zeroValues = dayValues({})
const november = { firstDay: '2026-11-01', lastDay: '2026-11-30' }
const items = [
  { date: '2026-11-01', lookups: 10, overage_units: 3, rdf: 2, pdfs: 1 },
  { date: '2026-11-02', lookups: 20 },
]

describe('usageDays', () => {
  it('returns every day of the period, with empty days for the future', () => {
    const days = usageDays(items, november)
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ date: '2026-11-01', values: { ...zeroValues, plan: 7, over: 3, rdf: 2, pdfs: 1 } })
    expect(days[1]?.values).toEqual({ ...zeroValues, plan: 20, over: 0, rdf: 0, pdfs: 0 })
    expect(days[2]).toEqual({ date: '2026-11-03', values: null })
    expect(days.at(-1)?.date).toBe('2026-11-30')
  })

  it('has 31 days in a month with a clock change', () => {
    expect(usageDays([], { firstDay: '2026-10-01', lastDay: '2026-10-31' })).toHaveLength(31)
  })

  it('returns the received days if the period is unknown or implausible', () => {
    const dates = ['2026-11-01', '2026-11-02']
    expect(usageDays(items, undefined).map(({ date }) => date)).toEqual(dates)
    const absurd = { firstDay: '0001-01-01', lastDay: '9999-12-31' }
    expect(usageDays([...items, { lookups: 5 }], absurd).map(({ date }) => date)).toEqual(dates)
  })
})

it('sums every column', () => {
  const days = usageDays(items, november)
  expect(sumDays(days)).toEqual({ ...zeroValues, plan: 27, over: 3, rdf: 2, pdfs: 1 })
  expect(isUnusedPeriod(days)).toBe(false)
  expect(isUnusedPeriod([])).toBe(true)
})

it('treats invalid counts as zero and counts the days that have them', () => {
  const odd = [
    { ...unusedDay, date: '2026-11-01', lookups: -5, rdf: 1e300, pdfs: 2.5 },
    { ...unusedDay, date: '2026-11-02', lookups: 7, rdf: 0, pdfs: 0 },
    { ...unusedDay, date: '2026-11-03', lookups: 7, rdf: 0, pdfs: undefined },
    { lookups: -1 },
  ]
  expect(usageDays(odd, undefined).map(({ values }) => values)).toEqual([
    { ...zeroValues, plan: 0, over: 0, rdf: 0, pdfs: 0 },
    { ...zeroValues, plan: 7, over: 0, rdf: 0, pdfs: 0 },
    { ...zeroValues, plan: 7, over: 0, rdf: 0, pdfs: 0 },
  ])
  expect(unreadableDays(odd)).toBe(2)
  expect(unreadableDays([])).toBe(0)
})

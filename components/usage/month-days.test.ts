import { expect, it } from 'vitest'

import { dayValues } from '@/components/meters/day-values'

import { chartDays, isWeekend, toWeekday } from './month-days'

const zeroValues = dayValues({})

it('returns every day of the month, with empty days for the future', () => {
  const days = chartDays(
    [
      { date: '2026-11-01', lookups: 3 },
      { date: '2026-11-03', rdf: 2 },
    ],
    '2026-11',
  )
  expect(days).toHaveLength(30)
  expect(days.slice(0, 4)).toEqual([
    { date: '2026-11-01', values: { ...zeroValues, plan: 3, over: 0, rdf: 0, pdfs: 0 } },
    { date: '2026-11-02', values: { ...zeroValues, plan: 0, over: 0, rdf: 0, pdfs: 0 } },
    { date: '2026-11-03', values: { ...zeroValues, plan: 0, over: 0, rdf: 2, pdfs: 0 } },
    { date: '2026-11-04', values: null },
  ])
  expect(chartDays([], '2026-02').every(({ values }) => values === null)).toBe(true)
})

it('draws no bar for an invalid count', () => {
  const [day] = chartDays([{ date: '2026-11-01', lookups: -5, rdf: 1e300, pdfs: null }], '2026-11')
  expect(day?.values).toEqual({ ...zeroValues, plan: 0, over: 0, rdf: 0, pdfs: 0 })
})

it('recognizes the weekday and the weekend of a day', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(toWeekday)).toEqual(['fri', 'sat', 'sun', 'mon'])
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([false, true, true, false])
})

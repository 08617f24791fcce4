import { expect, it } from 'vitest'

import { stackValues, valueTicks } from './series'

it('includes expected values in the axis ticks', () => {
  const pastDay = { date: '2026-11-01', values: { plan: 3 } }
  expect(valueTicks([pastDay, { date: '2026-11-02', values: null, expected: 7 }])).toEqual([0, 2, 4, 6, 8])
})

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [1690, [0, 500, 1000, 1500, 2000]],
  [2000, [0, 500, 1000, 1500, 2000]],
  [9_999_999, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000, 10_000_000]],
])('returns the axis ticks for at most %s units a day', (max, ticks) => {
  expect(valueTicks([{ date: '2026-11-01', values: { lookups: max } }])).toEqual(ticks)
})

it('stacks the series of a day from the bottom up and leaves out empty ones', () => {
  const series = ['lookups', 'rdf', 'pdf'].map((key) => ({ key, label: key, tone: 'plan' as const }))
  const stacked = stackValues({ lookups: 10, rdf: 0, pdf: 3 }, series)
  expect(stacked.map(({ key, from, units }) => [key, from, units])).toEqual([
    ['lookups', 0, 10],
    ['pdf', 10, 3],
  ])
})

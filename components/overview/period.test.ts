import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { toOverviewPeriod } from './period'

it.each([
  ['2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z', '2026-11-01', '2026-11-30', true],
  ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z', '2026-03-01', '2026-03-31', true],
  ['2026-10-14T22:00:00.000Z', '2026-11-14T23:00:00.000Z', '2026-10-15', '2026-11-14', false],
  ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2026-11-01', '2026-12-01', false],
])('reads the period from %s to %s', (start, end, ...[firstDay, lastDay, isCalendarMonth]) => {
  expect(toOverviewPeriod(start, end)).toEqual({ firstDay, lastDay, isCalendarMonth })
})

it.each([
  [undefined, '2026-11-30T23:00:00.000Z'],
  ['soon', '2026-11-30T23:00:00.000Z'],
  ['2026-11-30T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  [null, null],
])('rejects the period from %s to %s', (start, end) => {
  expect(toOverviewPeriod(start, end)).toBeUndefined()
})

const anyInstant = fc
  .date({ noInvalidDate: false })
  .map((date) => (Number.isNaN(date.getTime()) ? 'soon' : date.toJSON()))
it('reads any two texts without throwing', () => {
  expect(toOverviewPeriod('2026-11-01T00:00:00Z', '9999-12-31T23:59:59Z')).toBeUndefined()
  fc.assert(
    fc.property(anyInstant, anyInstant, (start, end) => {
      const period = toOverviewPeriod(start, end)
      if (period !== undefined) expect(period.firstDay <= period.lastDay).toBe(true)
    }),
  )
})

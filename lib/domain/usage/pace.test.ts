import { describe, expect, it } from 'vitest'

import { dayBounds, daysOfMonth, monthBounds, startOfDay } from '../calendar'
import { paceRatio, projectUnits } from './pace'

const evenDays = (month: string, until: string, units: number) =>
  daysOfMonth(month)
    .filter((date) => date <= until)
    .map((date) => ({ date, units }))

describe('paceRatio', () => {
  it('is limited to the period', () => {
    const { start, end } = monthBounds('2026-11')
    expect(paceRatio(start, end, startOfDay('2026-11-16'))).toBeCloseTo(0.5)
    expect(paceRatio(start, end, startOfDay('2026-10-01'))).toBe(0)
    expect(paceRatio(start, end, startOfDay('2027-01-01'))).toBe(1)
    expect(paceRatio(end, end, new Date(end))).toBe(0)
  })

  it('uses the actual number of hours in a month', () => {
    const { start, end } = monthBounds('2026-10')
    expect((Date.parse(end) - Date.parse(start)) / 3_600_000).toBe(745)
    expect(paceRatio(start, end, startOfDay('2026-10-31'))).toBeCloseTo(1 - 24 / 745)
  })
})

describe('projectUnits', () => {
  it.each(['2026-02', '2028-02', '2026-03', '2026-10', '2027-10', '2026-11', '2026-12'])(
    'extends even use to the end of %s',
    (month) => {
      const days = daysOfMonth(month)
      const today = days[14] ?? ''
      const now = startOfDay(days[15] ?? '')
      const daily = evenDays(month, today, 100)
      const projection = projectUnits({ used: 1500, daily, periodEnd: monthBounds(month).end, now, limits: [] })
      // A day of 23 or 25 hours changes the rate by a fraction of a unit per day.
      expect(Math.abs((projection?.unitsAtEnd ?? 0) - days.length * 100)).toBeLessThanOrEqual(15)
    },
  )

  it('is null before three days of data', () => {
    const input = { used: 30, periodEnd: monthBounds('2026-11').end, limits: [] }
    const daily = evenDays('2026-11', '2026-11-03', 10)
    expect(projectUnits({ ...input, daily, now: new Date('2026-11-03T22:59:59Z') })).toBeNull()
    expect(projectUnits({ ...input, daily, now: new Date('2026-11-03T23:00:00Z') })?.pace.working).toBeCloseTo(10)
    expect(projectUnits({ ...input, daily: [], now: new Date('2026-11-20T00:00:00Z') })).toBeNull()
  })

  it('uses only the last seven whole days, and counts the rest of today', () => {
    const noon = new Date(Date.parse(dayBounds('2026-11-20').start) + 12 * 3_600_000)
    const daily = evenDays('2026-11', '2026-11-20', 0).map(({ date }) => {
      if (date < '2026-11-13') return { date, units: 100_000 }
      return { date, units: date === '2026-11-20' ? 5000 : 100 }
    })
    const periodEnd = monthBounds('2026-11').end
    const projection = projectUnits({ used: 1_000_000, daily, periodEnd, now: noon, limits: [] })
    expect(projection).toMatchObject({ pace: { working: 100, free: 100 }, left: { working: 6.5, free: 4 } })
    expect(projection?.unitsAtEnd).toBe(1_001_050)
  })

  it('is null for a period that ends too far in the future', () => {
    const daily = evenDays('2026-11', '2026-11-20', 100)
    const input = { used: 1, daily, now: startOfDay('2026-11-21'), limits: [] }
    expect(projectUnits({ ...input, periodEnd: '2028-11-30T23:00:00.000Z' })).toBeNull()
  })

  it('returns the instant when each limit is reached', () => {
    const now = startOfDay('2026-11-21')
    const daily = evenDays('2026-11', '2026-11-20', 100)
    const projection = projectUnits({
      used: 2000,
      daily,
      periodEnd: monthBounds('2026-11').end,
      now,
      limits: [2000, 2300, 10_000],
    })
    expect(projection?.reachedAt).toEqual([now.toISOString(), startOfDay('2026-11-24').toISOString(), null])
  })

  it('reaches no limit without use', () => {
    const daily = evenDays('2026-11', '2026-11-20', 0)
    const input = { daily, periodEnd: monthBounds('2026-11').end, now: startOfDay('2026-11-21'), limits: [5] }
    expect(projectUnits({ ...input, used: 4 })).toMatchObject({
      pace: { working: 0, free: 0 },
      unitsAtEnd: 4,
      reachedAt: [null],
    })
  })

  it('adds nothing after the period has ended', () => {
    const daily = evenDays('2026-11', '2026-11-30', 100)
    const { end } = monthBounds('2026-11')
    const projection = projectUnits({ used: 3000, daily, periodEnd: end, now: new Date(end), limits: [3001] })
    expect(projection?.unitsAtEnd).toBe(3000)
    expect(projection?.reachedAt).toEqual([null])
  })
})

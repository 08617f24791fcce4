import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { daysOfMonth, monthBounds, startOfDay } from './calendar'
import { forecastGaps, forecastOverage, unitsByDay } from './forecast'

const DAY_MS = 86_400_000
const now = new Date('2026-11-20T23:00:00.000Z')
const days = Array.from({ length: 20 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  lookups: 100,
}))

describe('forecastOverage', () => {
  it('carries the rate of the last week to the end of the period, in money', () => {
    const forecast = forecastOverage(meter, days, { now, capGrosz: 50_000 })
    expect(forecast).toEqual({
      used: 22_308,
      spentGrosz: 2308 * 8,
      paidFrom: 22_308,
      groszAtEnd: (2308 + 1000) * 8,
      unitsAtEnd: 23_308,
      unitsPerDay: 100,
      window: { units: 700, ms: 7 * DAY_MS },
      leftMs: 10 * DAY_MS,
      includedReachedAt: now.toISOString(),
      capReachedAt: null,
    })
    // The formula that is shown gives the number that is shown.
    const { used, window, leftMs, unitsAtEnd } = forecast ?? {}
    expect(Math.round((used ?? 0) + ((window?.units ?? 0) / (window?.ms ?? 1)) * (leftMs ?? 0))).toBe(unitsAtEnd)
  })

  it('says when a cap is reached on the way', () => {
    const at = forecastOverage(meter, days, { now, capGrosz: 18_464 + 500 * 8 })?.capReachedAt
    expect(at).toBe('2026-11-25T23:00:00.000Z')
  })

  it('says now for a cap that is already spent', () => {
    expect(forecastOverage(meter, days, { now, capGrosz: 10_000 })?.capReachedAt).toBe(now.toISOString())
  })

  it('goes on from what is spent, at whatever prices that was', () => {
    const dearer = { ...meter, overage_grosz: 90_000 }
    expect(forecastOverage(dearer, days, { now, capGrosz: 94_000 })).toMatchObject({
      groszAtEnd: 90_000 + 1000 * 8,
      capReachedAt: '2026-11-25T23:00:00.000Z',
    })
    // A larger plan before: what it covered is not charged afterwards.
    const smaller = { ...meter, overage_units: 0, overage_grosz: 0 }
    expect(forecastOverage(smaller, days, { now, capGrosz: 4000 })).toMatchObject({
      groszAtEnd: 1000 * 8,
      capReachedAt: '2026-11-25T23:00:00.000Z',
    })
  })

  it('reckons what is spent when the meter does not say it', () => {
    const silent = { ...meter, overage_grosz: undefined }
    expect(forecastOverage(silent, days, { now, capGrosz: 50_000 })?.groszAtEnd).toBe((2308 + 1000) * 8)
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

describe('an awkward month', () => {
  const month = (units: (day: number) => number, name = '2026-11') =>
    daysOfMonth(name).map((date, at) => ({ date, lookups: units(at + 1) }))
  const at = (day: string, hours = 0) => new Date(startOfDay(day).getTime() + hours * 3_600_000)
  const small = { ...meter, included: 2000, used: 1000, overage_units: 0, overage_grosz: 0 }
  const forecast = (fields: object, days: ReturnType<typeof month>, moment: Date) =>
    forecastOverage({ ...small, ...fields }, days, { now: moment, capGrosz: 50_000 })

  it('carries whole weeks, so that weekends neither hide nor inflate it', () => {
    // 100 on working days, none at weekends; 21 November 2026 is a Saturday. Both windows hold one whole week.
    const weekly = month((day) => ([1, 0].includes((day + 6) % 7) ? 0 : 100))
    const saturday = forecast({ used: 1400 }, weekly.slice(0, 20), at('2026-11-21'))
    const monday = forecast({ used: 1400 }, weekly.slice(0, 22), at('2026-11-23'))
    expect(saturday?.unitsPerDay).toBeCloseTo(500 / 7)
    expect(monday?.unitsPerDay).toBeCloseTo(500 / 7)
  })

  it('is silent on the first day, and until three whole days are there', () => {
    const busy = month(() => 5000)
    expect(forecast({}, busy.slice(0, 1), at('2026-11-01', 9))).toBeNull()
    expect(forecast({}, busy.slice(0, 3), at('2026-11-03', 23))).toBeNull()
    expect(forecast({}, busy.slice(0, 4), at('2026-11-04'))).not.toBeNull()
  })

  it('reaches nothing without use', () => {
    const unused = forecast({ used: 0 }, month(() => 0).slice(0, 20), at('2026-11-21'))
    expect(unused).toMatchObject({ groszAtEnd: 0, unitsAtEnd: 0, includedReachedAt: null, capReachedAt: null })
  })

  it('forgets a burst after seven days', () => {
    const burst = month((day) => (day === 10 ? 900 : 5))
    const during = forecast({ used: 990 }, burst.slice(0, 12), at('2026-11-13'))
    const after = forecast({ used: 1030 }, burst.slice(0, 20), at('2026-11-21'))
    expect(during?.includedReachedAt).not.toBeNull()
    expect(after).toMatchObject({ unitsAtEnd: 1030 + 10 * 5, includedReachedAt: null })
  })

  it('adds nothing at the end of the period, nor after it', () => {
    const even = month(() => 100)
    const { end } = monthBounds('2026-11')
    for (const moment of [new Date(end), at('2026-12-03')])
      expect(forecast({ used: 1900 }, even, moment)).toMatchObject({ unitsAtEnd: 1900, leftMs: 0, capReachedAt: null })
  })

  it('counts the day of 25 hours', () => {
    const { end } = monthBounds('2026-10')
    const even = month(() => 100, '2026-10').slice(0, 24)
    const october = forecast({ used: 2400, period_end: end }, even, at('2026-10-25'))
    // Seven days of the last hour are left, and the 25th lasts one hour longer.
    expect(october?.leftMs).toBe((7 * 24 + 1) * 3_600_000)
    expect(october?.unitsAtEnd).toBe(Math.round(2400 + 700 + 100 / 24))
  })

  it('says now for included units and a cap that are passed already', () => {
    const even = month(() => 100).slice(0, 20)
    const passed = { used: 9000, overage_units: 7000, overage_grosz: 56_000 }
    const moment = at('2026-11-21')
    expect(forecast(passed, even, moment)).toMatchObject({
      includedReachedAt: moment.toISOString(),
      capReachedAt: moment.toISOString(),
    })
  })

  it.each([
    { included: null },
    { included: -1 },
    { used: -5 },
    { used: 1e300 },
    { unit_grosz: -8 },
    { unit_grosz: 1e15 },
    { unit_grosz: 0.5 },
    { period_end: 'soon' },
    { period_end: '9999-12-31T23:59:59Z' },
    { period_end: null },
  ])('is silent where %j cannot be reckoned with', (fields) => {
    expect(forecast(fields, month(() => 200).slice(0, 20), at('2026-11-21'))).toBeNull()
  })

  it('is silent over days that cannot be, and reads them in any order', () => {
    const even = month(() => 100).slice(0, 20)
    const moment = at('2026-11-21')
    const [first = { date: '', lookups: 0 }] = even
    expect(forecast({}, [...even, { ...first, lookups: -7 }], moment)).toBeNull()
    expect(forecast({}, [...even, { ...first, lookups: Number.POSITIVE_INFINITY }], moment)).toBeNull()
    expect(forecast({}, even.toReversed(), moment)).toEqual(forecast({}, even, moment))
    expect(unitsByDay([{ date: '2026-13-01', lookups: 1 }, { lookups: 2 }, { date: null }], 'lookups')).toEqual([])
  })
})

it('names what a forecast will never be made from', () => {
  expect(forecastGaps(meter)).toEqual([])
  expect(forecastGaps({ ...meter, used: -5, unit_grosz: undefined, period_end: 'soon' })).toEqual([
    'used',
    'unit_grosz',
    'period_end',
  ])
})

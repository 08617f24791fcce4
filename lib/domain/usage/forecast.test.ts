import { describe, expect, it } from 'vitest'

import { overMeter as meter } from '@/lib/testing/usage-answers'

import { daysOfMonth, monthBounds, startOfDay } from '../calendar'
import { forecastGaps, forecastOverage, unitsByDay } from './forecast'

const now = new Date('2026-11-20T23:00:00.000Z')
const days = Array.from({ length: 20 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  lookups: 100,
}))

describe('forecastOverage', () => {
  it('extends the pace of the last week to the end of the period, in units and money', () => {
    const forecast = forecastOverage(meter, days, { now, capGrosz: 50_000 })
    expect(forecast).toEqual({
      used: 22_308,
      spentGrosz: 2308 * 8,
      paidFrom: 22_308,
      unitGrosz: 8,
      open: { units: 23_308, grosz: (2308 + 1000) * 8 },
      atEnd: { units: 23_308, grosz: (2308 + 1000) * 8 },
      pace: { working: 100, free: 100 },
      // 21 November 2026 is a Saturday.
      left: { working: 6, free: 4 },
      includedReachedAt: now.toISOString(),
      stopReachedAt: null,
    })
  })

  it('gives the instant when a cap is reached and the amount charged by then', () => {
    const stopped = forecastOverage(meter, days, { now, capGrosz: 18_464 + 500 * 8 + 3 })
    expect(stopped).toMatchObject({
      stopReachedAt: '2026-11-25T23:00:00.000Z',
      open: { units: 23_308 },
      atEnd: { units: 22_808, grosz: 18_464 + 500 * 8 },
    })
  })

  it('adds nothing above a cap that is already spent, nor for an inactive account', () => {
    for (const options of [{ capGrosz: 10_000 }, { isInactive: true }])
      expect(forecastOverage(meter, days, { now, ...options })).toMatchObject({
        stopReachedAt: now.toISOString(),
        atEnd: { units: 22_308, grosz: 18_464 },
      })
    expect(forecastOverage({ ...meter, allowance: 0 }, days, { now })).toMatchObject({ atEnd: { grosz: 18_464 } })
  })

  it('costs nothing on trial and on a plan without overage', () => {
    const small = { ...meter, used: 19_500, overage_units: 0, overage_grosz: 0 }
    for (const fields of [{ trial: true }, { unit_grosz: 0 }])
      expect(forecastOverage({ ...small, ...fields }, days, { now })).toMatchObject({
        atEnd: { units: 20_000, grosz: 0 },
        open: { units: 20_500, grosz: 0 },
      })
  })

  it('continues from the amount already spent, whatever the earlier prices', () => {
    const dearer = { ...meter, overage_grosz: 90_000 }
    expect(forecastOverage(dearer, days, { now, capGrosz: 94_000 })).toMatchObject({
      open: { grosz: 90_000 + 1000 * 8 },
      stopReachedAt: '2026-11-25T23:00:00.000Z',
    })
    // The plan was larger before; units it covered are not charged afterwards.
    const smaller = { ...meter, overage_units: 0, overage_grosz: 0 }
    expect(forecastOverage(smaller, days, { now, capGrosz: 4000 })).toMatchObject({
      open: { grosz: 1000 * 8 },
      stopReachedAt: '2026-11-25T23:00:00.000Z',
    })
  })

  it('is null when the meter lacks the overage amount, which is reported as the missing field', () => {
    const silent = { ...meter, overage_grosz: undefined }
    expect(forecastOverage(silent, days, { now, capGrosz: 50_000 })).toBeNull()
    expect(forecastGaps(silent)).toEqual(['overage_grosz'])
  })

  it('costs nothing while the plan covers the use', () => {
    const small = { ...meter, used: 2000, overage_units: 0, overage_grosz: 0 }
    expect(forecastOverage(small, days, { now, capGrosz: 50_000 })?.open.grosz).toBe(0)
  })

  it.each(['included', 'used', 'unit_grosz', 'period_end'] as const)('is null without %s', (field) => {
    expect(forecastOverage({ ...meter, [field]: undefined }, days, { now, capGrosz: 1 })).toBeNull()
  })

  it('is null with fewer than three days of data', () => {
    const young = new Date('2026-11-02T12:00:00.000Z')
    expect(forecastOverage(meter, days.slice(0, 2), { now: young, capGrosz: 1 })).toBeNull()
  })
})

describe('a forecast in an unusual month', () => {
  const month = (units: (day: number) => number, name = '2026-11') =>
    daysOfMonth(name).map((date, at) => ({ date, lookups: units(at + 1) }))
  const instantAt = (day: string, hours = 0) => new Date(startOfDay(day).getTime() + hours * 3_600_000)
  const small = { ...meter, included: 2000, used: 1000, overage_units: 0, overage_grosz: 0 }
  const forecast = (fields: object, days: ReturnType<typeof month>, moment: Date) =>
    forecastOverage({ ...small, ...fields }, days, { now: moment, capGrosz: 50_000 })

  it('averages working days and other days separately', () => {
    // 700 on working days, 100 at weekends and on the 11th, a public holiday; 21 November 2026 is a Saturday.
    const isFree = (day: number) => [0, 6].includes((day + 6) % 7) || day === 11
    const weekly = month((day) => (isFree(day) ? 100 : 700))
    const saturday = forecast({ used: 1400 }, weekly.slice(0, 20), instantAt('2026-11-21'))
    expect(saturday).toMatchObject({ pace: { working: 700, free: 100 }, left: { working: 6, free: 4 } })
    expect(saturday?.open.units).toBe(1400 + 6 * 700 + 4 * 100)
    const monday = forecast({ used: 1600 }, weekly.slice(0, 22), instantAt('2026-11-23'))
    expect(monday?.open.units).toBe(saturday?.open.units)
    // Today counts with its remaining part, whatever was used so far.
    const noon = forecast({ used: 1600 }, weekly.slice(0, 23), instantAt('2026-11-23', 12))
    expect(noon?.left).toEqual({ working: 5.5, free: 2 })
  })

  it('is null on the first day and until there are three whole days', () => {
    const busy = month(() => 5000)
    expect(forecast({}, busy.slice(0, 1), instantAt('2026-11-01', 9))).toBeNull()
    expect(forecast({}, busy.slice(0, 3), instantAt('2026-11-03', 23))).toBeNull()
    expect(forecast({}, busy.slice(0, 4), instantAt('2026-11-04'))).not.toBeNull()
  })

  it('reaches no limit without use', () => {
    const since = '2026-01-01T00:00:00.000Z'
    const zeros = month(() => 0).slice(0, 20)
    const unused = forecastOverage({ ...small, used: 0 }, zeros, { now: instantAt('2026-11-21'), since })
    expect(unused).toMatchObject({ open: { units: 0, grosz: 0 }, includedReachedAt: null, stopReachedAt: null })
  })

  it('ignores a burst after seven days', () => {
    const burst = month((day) => (day === 10 ? 900 : 5))
    const during = forecast({ used: 990 }, burst.slice(0, 12), instantAt('2026-11-13'))
    const after = forecast({ used: 1030 }, burst.slice(0, 20), instantAt('2026-11-21'))
    expect(during?.includedReachedAt).not.toBeNull()
    expect(after).toMatchObject({ open: { units: 1030 + 10 * 5 }, includedReachedAt: null })
  })

  it('adds nothing at the end of the period or after it', () => {
    const evenDays = month(() => 100)
    const { end } = monthBounds('2026-11')
    for (const moment of [new Date(end), instantAt('2026-12-03')])
      expect(forecast({ used: 1900 }, evenDays, moment)).toMatchObject({
        open: { units: 1900 },
        left: { working: 0, free: 0 },
        stopReachedAt: null,
      })
  })

  it('counts a day of 25 hours as one day', () => {
    const { end } = monthBounds('2026-10')
    const evenDays = month(() => 100, '2026-10').slice(0, 24)
    const october = forecast({ used: 2400, period_end: end }, evenDays, instantAt('2026-10-25'))
    // A Sunday of 25 hours is one day.
    expect(october?.left).toEqual({ working: 5, free: 2 })
    expect(october?.open.units).toBe(2400 + 700)
  })

  it('is null for a minute-old account, and starts with the first whole day or the first use', () => {
    const zeros = month(() => 0).slice(0, 20)
    const forecastFor = (days: ReturnType<typeof month>, since: string | undefined) =>
      forecastOverage({ ...small, used: 300 }, days, { now: instantAt('2026-11-20', 15), since })
    expect(forecastFor(zeros, instantAt('2026-11-20', 14).toISOString())).toBeNull()
    expect(forecastFor(zeros, undefined)).toBeNull()
    const lateDays = month((day) => (day < 17 ? 0 : 100)).slice(0, 20)
    expect(forecastFor(lateDays, instantAt('2026-11-16', 14).toISOString())?.pace.working).toBe(100)
    expect(forecastFor(lateDays, undefined)?.pace.working).toBe(100)
    expect(forecastFor(lateDays, '2026-01-01T00:00:00.000Z')?.pace.working).toBeCloseTo(60)
    expect(forecastFor(lateDays.slice(0, 18), instantAt('2026-11-16', 14).toISOString())).toBeNull()
  })

  it('gives the current instant for included units and a cap that are already exceeded', () => {
    const evenDays = month(() => 100).slice(0, 20)
    const passed = { used: 9000, overage_units: 7000, overage_grosz: 56_000 }
    const moment = instantAt('2026-11-21')
    expect(forecast(passed, evenDays, moment)).toMatchObject({
      includedReachedAt: moment.toISOString(),
      stopReachedAt: moment.toISOString(),
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
  ])('is null for the meter fields %j', (fields) => {
    expect(forecast(fields, month(() => 200).slice(0, 20), instantAt('2026-11-21'))).toBeNull()
  })

  it('is null for impossible days, and accepts days in any order', () => {
    const evenDays = month(() => 100).slice(0, 20)
    const moment = instantAt('2026-11-21')
    const [first = { date: '', lookups: 0 }] = evenDays
    expect(forecast({}, [...evenDays, { ...first, lookups: -7 }], moment)).toBeNull()
    expect(forecast({}, [...evenDays, { ...first, lookups: Number.POSITIVE_INFINITY }], moment)).toBeNull()
    expect(forecast({}, evenDays.toReversed(), moment)).toEqual(forecast({}, evenDays, moment))
    expect(unitsByDay([{ date: '2026-13-01', lookups: 1 }, { lookups: 2 }, { date: null }], 'lookups')).toEqual([])
  })
})

it('lists the meter fields without which no forecast is possible', () => {
  expect(forecastGaps(meter)).toEqual([])
  expect(forecastGaps({ ...meter, used: -5, unit_grosz: undefined, period_end: 'soon' })).toEqual([
    'used',
    'unit_grosz',
    'period_end',
  ])
})

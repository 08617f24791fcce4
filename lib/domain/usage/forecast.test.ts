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
  it('carries the pace of the last week to the end of the period, in money', () => {
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

  it('says when a cap is reached on the way, and what is paid then', () => {
    const stopped = forecastOverage(meter, days, { now, capGrosz: 18_464 + 500 * 8 + 3 })
    expect(stopped).toMatchObject({
      stopReachedAt: '2026-11-25T23:00:00.000Z',
      open: { units: 23_308 },
      atEnd: { units: 22_808, grosz: 18_464 + 500 * 8 },
    })
  })

  it('adds nothing to a cap that is already spent, nor to an inactive account', () => {
    for (const options of [{ capGrosz: 10_000 }, { isInactive: true }])
      expect(forecastOverage(meter, days, { now, ...options })).toMatchObject({
        stopReachedAt: now.toISOString(),
        atEnd: { units: 22_308, grosz: 18_464 },
      })
    expect(forecastOverage({ ...meter, allowance: 0 }, days, { now })).toMatchObject({ atEnd: { grosz: 18_464 } })
  })

  it('costs nothing on trial and where the plan sells no overage', () => {
    const small = { ...meter, used: 19_500, overage_units: 0, overage_grosz: 0 }
    for (const fields of [{ trial: true }, { unit_grosz: 0 }])
      expect(forecastOverage({ ...small, ...fields }, days, { now })).toMatchObject({
        atEnd: { units: 20_000, grosz: 0 },
        open: { units: 20_500, grosz: 0 },
      })
  })

  it('goes on from what is spent, at whatever prices that was', () => {
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

  it('takes nothing for spent that the meter does not say: what is used above the plan of now is no charge', () => {
    const silent = { ...meter, overage_grosz: undefined }
    expect(forecastOverage(silent, days, { now, capGrosz: 50_000 })).toBeNull()
    expect(forecastGaps(silent)).toEqual(['overage_grosz'])
  })

  it('costs nothing while the plan covers it', () => {
    const small = { ...meter, used: 2000, overage_units: 0, overage_grosz: 0 }
    expect(forecastOverage(small, days, { now, capGrosz: 50_000 })?.open.grosz).toBe(0)
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

  it('weighs working days and the others by their own means, so that neither hides the other', () => {
    // 700 on working days, 100 at weekends and on the 11th, a public holiday; 21 November 2026 is a Saturday.
    const isFree = (day: number) => [0, 6].includes((day + 6) % 7) || day === 11
    const weekly = month((day) => (isFree(day) ? 100 : 700))
    const saturday = forecast({ used: 1400 }, weekly.slice(0, 20), at('2026-11-21'))
    expect(saturday).toMatchObject({ pace: { working: 700, free: 100 }, left: { working: 6, free: 4 } })
    expect(saturday?.open.units).toBe(1400 + 6 * 700 + 4 * 100)
    const monday = forecast({ used: 1600 }, weekly.slice(0, 22), at('2026-11-23'))
    expect(monday?.open.units).toBe(saturday?.open.units)
    // Today counts with its remaining part, whatever was used so far.
    const noon = forecast({ used: 1600 }, weekly.slice(0, 23), at('2026-11-23', 12))
    expect(noon?.left).toEqual({ working: 5.5, free: 2 })
  })

  it('is silent on the first day, and until three whole days are there', () => {
    const busy = month(() => 5000)
    expect(forecast({}, busy.slice(0, 1), at('2026-11-01', 9))).toBeNull()
    expect(forecast({}, busy.slice(0, 3), at('2026-11-03', 23))).toBeNull()
    expect(forecast({}, busy.slice(0, 4), at('2026-11-04'))).not.toBeNull()
  })

  it('reaches nothing without use', () => {
    const since = '2026-01-01T00:00:00.000Z'
    const zeros = month(() => 0).slice(0, 20)
    const unused = forecastOverage({ ...small, used: 0 }, zeros, { now: at('2026-11-21'), since })
    expect(unused).toMatchObject({ open: { units: 0, grosz: 0 }, includedReachedAt: null, stopReachedAt: null })
  })

  it('forgets a burst after seven days', () => {
    const burst = month((day) => (day === 10 ? 900 : 5))
    const during = forecast({ used: 990 }, burst.slice(0, 12), at('2026-11-13'))
    const after = forecast({ used: 1030 }, burst.slice(0, 20), at('2026-11-21'))
    expect(during?.includedReachedAt).not.toBeNull()
    expect(after).toMatchObject({ open: { units: 1030 + 10 * 5 }, includedReachedAt: null })
  })

  it('adds nothing at the end of the period, nor after it', () => {
    const even = month(() => 100)
    const { end } = monthBounds('2026-11')
    for (const moment of [new Date(end), at('2026-12-03')])
      expect(forecast({ used: 1900 }, even, moment)).toMatchObject({
        open: { units: 1900 },
        left: { working: 0, free: 0 },
        stopReachedAt: null,
      })
  })

  it('counts the day of 25 hours', () => {
    const { end } = monthBounds('2026-10')
    const even = month(() => 100, '2026-10').slice(0, 24)
    const october = forecast({ used: 2400, period_end: end }, even, at('2026-10-25'))
    // A Sunday of 25 hours is one day.
    expect(october?.left).toEqual({ working: 5, free: 2 })
    expect(october?.open.units).toBe(2400 + 700)
  })

  it('says nothing of a minute-old account, and begins with its first whole day, or with the first use', () => {
    const zeros = month(() => 0).slice(0, 20)
    const of = (days: ReturnType<typeof month>, since: string | undefined) =>
      forecastOverage({ ...small, used: 300 }, days, { now: at('2026-11-20', 15), since })
    expect(of(zeros, at('2026-11-20', 14).toISOString())).toBeNull()
    expect(of(zeros, undefined)).toBeNull()
    const late = month((day) => (day < 17 ? 0 : 100)).slice(0, 20)
    expect(of(late, at('2026-11-16', 14).toISOString())?.pace.working).toBe(100)
    expect(of(late, undefined)?.pace.working).toBe(100)
    expect(of(late, '2026-01-01T00:00:00.000Z')?.pace.working).toBeCloseTo(60)
    expect(of(late.slice(0, 18), at('2026-11-16', 14).toISOString())).toBeNull()
  })

  it('says now for included units and a cap that are passed already', () => {
    const even = month(() => 100).slice(0, 20)
    const passed = { used: 9000, overage_units: 7000, overage_grosz: 56_000 }
    const moment = at('2026-11-21')
    expect(forecast(passed, even, moment)).toMatchObject({
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

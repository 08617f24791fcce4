import { type Arbitrary, array, assert, boolean, constant, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addDays, daysBetween, isWorkingDay, warsawDay, weekdayOf } from '@/lib/domain/calendar'

import {
  dueRun,
  firstWindowStart,
  latestRun,
  nextReport,
  nextRun,
  periodsOf,
  type ReportPlan,
  reportRhythms,
  runsAMonth,
  splitWindow,
  windowEnd,
} from './schedule-times'

const instant = (iso: string) => new Date(`${iso}:00.000Z`)
const formatMinute = (date: Date | undefined) => date?.toISOString().slice(0, 16)
const daily: ReportPlan = {
  rhythm: 'daily',
  period: 'day_before',
  weekday: 1,
  month_day: 1,
  hour: 7,
  working_days: false,
}
const weekly = { ...daily, rhythm: 'weekly', period: 'last_7_days' } as const
const monthly = { ...daily, rhythm: 'monthly', period: 'month_before' } as const

const anyPlan: Arbitrary<ReportPlan> = constantFrom(...reportRhythms).chain((rhythm) =>
  record({
    rhythm: constant(rhythm),
    period: constantFrom(...periodsOf[rhythm]),
    weekday: integer({ min: 0, max: 6 }),
    month_day: integer({ min: 0, max: 28 }),
    hour: integer({ min: 0, max: 23 }),
    working_days: boolean(),
  }),
)
const anyInstant = integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2029-12-31T00:00:00Z') }).map(
  (ms) => new Date(ms),
)

describe('runs of a report schedule', () => {
  it('are at an hour in Warsaw, once on days with a clock change', () => {
    const two = { ...daily, hour: 2 }
    // On 2026-03-29 clocks go from 2 to 3; on 2026-10-25 from 3 to 2.
    expect(formatMinute(nextRun(two, instant('2026-03-28T12:00')))).toBe('2026-03-29T01:00')
    expect(formatMinute(nextRun(two, instant('2026-03-29T01:00')))).toBe('2026-03-30T00:00')
    expect(formatMinute(nextRun(two, instant('2026-10-24T12:00')))).toBe('2026-10-25T00:00')
    expect(formatMinute(nextRun(two, instant('2026-10-25T00:00')))).toBe('2026-10-26T01:00')
    expect(formatMinute(latestRun(two, instant('2026-10-25T02:30')))).toBe('2026-10-25T00:00')
    expect(formatMinute(nextRun({ ...daily, hour: 0 }, instant('2026-11-20T12:00')))).toBe('2026-11-20T23:05')
  })

  it('skip days that are not working days, and handle the last day of a month', () => {
    // 2026-11-11 is a Wednesday and a holiday.
    expect(formatMinute(nextRun({ ...daily, working_days: true }, instant('2026-11-10T12:00')))).toBe(
      '2026-11-12T06:00',
    )
    expect(formatMinute(nextRun({ ...monthly, month_day: 0 }, instant('2028-02-10T12:00')))).toBe('2028-02-29T06:00')
    expect(formatMinute(nextRun({ ...monthly, month_day: 0 }, instant('2028-02-29T12:00')))).toBe('2028-03-31T05:00')
  })

  it('cover the previous day, week or month', () => {
    const now = instant('2026-11-18T12:00')
    expect(windowEnd(daily, now)).toBe('2026-11-18')
    expect(windowEnd(weekly, now)).toBe('2026-11-18')
    expect(windowEnd({ ...weekly, period: 'week_before' }, now)).toBe('2026-11-16')
    expect(windowEnd(monthly, now)).toBe('2026-11-01')
  })

  it('cover a full period in the first report', () => {
    const now = instant('2026-11-18T12:00')
    const first = (plan: ReportPlan) => {
      const { from, to } = nextReport(
        { ...plan, starts_at: now.toISOString(), planned_until: firstWindowStart(plan, now) },
        now,
      )
      return `${from} ${to}`
    }
    expect(first(daily)).toBe('2026-11-18 2026-11-19')
    expect(first({ ...weekly, weekday: 5 })).toBe('2026-11-13 2026-11-20')
    expect(first({ ...weekly, weekday: 5, period: 'week_before' })).toBe('2026-11-09 2026-11-16')
    expect(first(monthly)).toBe('2026-11-01 2026-12-01')
  })

  it('cover the time without gap or overlap, whenever they are planned', () => {
    assert(
      property(
        anyPlan,
        anyInstant,
        array(integer({ min: 1, max: 60 * 24 * 60 }), { maxLength: 40 }),
        (plan, from, waits) => {
          let planned = firstWindowStart(plan, from)
          let now = from
          for (const minutes of waits) {
            now = new Date(now.getTime() + minutes * 60_000)
            const dueReport = dueRun({ ...plan, starts_at: from.toISOString(), planned_until: planned }, now)
            if (!dueReport) continue
            expect(dueReport.from).toBe(planned)
            expect(dueReport.to > dueReport.from).toBe(true)
            expect(dueReport.to <= warsawDay(now)).toBe(true)
            expect(dueReport.at > from && dueReport.at <= now).toBe(true)
            planned = dueReport.to
            expect(dueRun({ ...plan, starts_at: from.toISOString(), planned_until: planned }, now)).toBeUndefined()
          }
          // No finished run is left out.
          const latest = latestRun(plan, now)
          if (latest > from) expect(planned).toBe(windowEnd(plan, latest))
        },
      ),
    )
  })

  it('follow each other, each on a day of the plan', () => {
    assert(
      property(anyPlan, anyInstant, (plan, from) => {
        const next = nextRun(plan, from)
        expect(next > from).toBe(true)
        expect(formatMinute(latestRun(plan, next))).toBe(formatMinute(next))
        expect(latestRun(plan, new Date(next.getTime() - 1)) <= from).toBe(true)
        const day = warsawDay(next)
        if (plan.rhythm === 'weekly') expect(weekdayOf(day)).toBe(plan.weekday)
        if (plan.rhythm === 'daily' && plan.working_days) expect(isWorkingDay(day)).toBe(true)
      }),
    )
  })

  it('are split into parts within the maximum length of a report', () => {
    assert(
      property(anyInstant, integer({ min: 1, max: 1000 }), (start, length) => {
        const from = warsawDay(start)
        const to = addDays(from, length)
        const parts = splitWindow({ from, to }, 92)
        expect(parts[0]?.from).toBe(from)
        expect(parts.at(-1)?.to).toBe(to)
        for (const [index, part] of parts.entries()) {
          expect(daysBetween(part.from, part.to)).toBeGreaterThan(0)
          expect(daysBetween(part.from, part.to)).toBeLessThanOrEqual(92)
          expect(parts[index + 1]?.from ?? to).toBe(part.to)
        }
      }),
    )
  })

  it('are counted per month', () => {
    const now = instant('2026-11-18T12:00')
    expect(runsAMonth(daily, now)).toBe(31)
    expect(runsAMonth({ ...daily, working_days: true }, now)).toBe(21)
    expect(runsAMonth(weekly, now)).toBe(5)
    expect(runsAMonth(monthly, now)).toBe(1)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  dueRun,
  latestRun,
  nextReport,
  nextRun,
  periodsOf,
  reportRhythms,
  runsAMonth,
} from '@/lib/features/report-schedules/domain/schedule-times'
import { dueWindow, type RuleTimes, notifyAt } from '@/lib/features/rules/domain/rule-times'
import {
  naiveDueRun,
  naiveDueWindow,
  naiveLatestRun,
  naiveNextCheck,
  naiveNextReport,
  naiveNextRun,
  naiveReleaseOf,
  naiveRunsAMonth,
  naiveNotifiedAt,
} from '@/lib/testing/naive/naive-clocks'
import { rounds } from '@/lib/testing/rounds'

import { lastTime, nextTime, releaseTime, type Rhythm } from './rhythm'

const HOUR_MS = 3_600_000
/** 01:00 UTC of the days on which clocks change. */
const CHANGES = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29']

/** Half of them are within two days of a clock change. */
const instants = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS }))
      .map(([day, shift]) => Date.parse(`${day}T01:00:00Z`) + shift),
  )
  .map((ms) => new Date(ms))
const hours = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 }))
const weekdays = fc.integer({ min: 0, max: 6 })
const clocks = fc
  .tuple(hours, fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const ruleTimes: fc.Arbitrary<RuleTimes> = fc
  .record({
    timing: fc.constantFrom<RuleTimes['timing'][]>('at_once', 'hourly', 'daily', 'weekly'),
    digest_hour: hours,
    weekday: weekdays,
    working_days_only: fc.constantFrom(0, 1),
    quiet: fc.option(fc.tuple(clocks, clocks).filter(([from, to]) => from !== to)),
    muted_until: fc.option(instants.map((each) => each.toISOString())),
  })
  .map(({ quiet, ...times }) => ({ ...times, quiet_from: quiet?.[0] ?? null, quiet_to: quiet?.[1] ?? null }))
const reportPlans = fc.constantFrom(...reportRhythms).chain((rhythm) =>
  fc.record({
    rhythm: fc.constant(rhythm),
    period: fc.constantFrom(...periodsOf[rhythm]),
    weekday: weekdays,
    month_day: fc.integer({ min: 0, max: 28 }),
    hour: hours,
    working_days: fc.boolean(),
  }),
)
const RUNS = { numRuns: rounds({ long: 5_000, short: 400 }) }

describe('rhythm', () => {
  it('gives the same times for rules as the reference implementation', () => {
    fc.assert(
      fc.property(ruleTimes, instants, instants, (times, from, now) => {
        expect(notifyAt(times, now)).toEqual(naiveNotifiedAt(times, now))
        expect(releaseTime(times, now)).toEqual(naiveReleaseOf(times, now))
        expect(dueWindow(times, from, now)).toEqual(naiveDueWindow(times, from, now))
      }),
      RUNS,
    )
  })

  it('gives the same runs for report plans as the reference implementation', () => {
    fc.assert(
      fc.property(reportPlans, instants, instants, (plan, starts, now) => {
        expect(nextRun(plan, now)).toEqual(naiveNextRun(plan, now))
        expect(latestRun(plan, now)).toEqual(naiveLatestRun(plan, now))
        const planned = { ...plan, starts_at: starts.toISOString(), planned_until: starts.toISOString().slice(0, 10) }
        expect(dueRun(planned, now)).toEqual(naiveDueRun(planned, now))
        expect(nextReport(planned, now)).toEqual(naiveNextReport(planned, now))
      }),
      RUNS,
    )
    fc.assert(
      fc.property(reportPlans, instants, (plan, now) => {
        expect(runsAMonth(plan, now)).toBe(naiveRunsAMonth(plan, now))
      }),
      { numRuns: 30 },
    )
  })

  it('gives the same times for white-list checks as the reference implementation', () => {
    const plans = fc.record({
      rhythm: fc.constantFrom<Rhythm['rhythm'][]>('daily', 'weekly'),
      weekday: weekdays,
      hour: hours,
    })
    fc.assert(
      fc.property(plans, instants, (plan, now) => {
        expect(nextTime(plan, now)).toEqual(naiveNextCheck(plan, now))
      }),
      RUNS,
    )
  })

  it('has no time between the last and the next one', () => {
    fc.assert(
      fc.property(reportPlans, fc.boolean(), instants, (plan, isHourly, now) => {
        const rhythm = { ...plan, rhythm: isHourly ? ('hourly' as const) : plan.rhythm }
        const [last, next] = [lastTime(rhythm, now), nextTime(rhythm, now)]
        expect(last <= now && now < next).toBe(true)
        expect(nextTime(rhythm, last)).toEqual(next)
        expect(lastTime(rhythm, new Date(next.getTime() - 1))).toEqual(last)
      }),
      RUNS,
    )
  })
})

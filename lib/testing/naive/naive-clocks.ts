/** The former separate clocks of rules, white-list checks and report schedules, as the reference for `rhythm.ts`. */
import {
  addDays,
  addMonths,
  atHour,
  type Day,
  daysBetween,
  isWorkingDay,
  startOfDay,
  warsawDay,
  weekdayOf,
} from '@/lib/domain/calendar'
import type { Rhythm } from '@/lib/domain/rhythm/rhythm'
import type { ReportPlan, ReportWindow, PlannedReport } from '@/lib/features/report-schedules/domain/schedule-times'
import type { RuleTimes } from '@/lib/features/rules/domain/rule-times'

/** Times at which windows end: whole hours in Warsaw. `weekday`: 0 is Sunday. */
type TickPlan = {
  readonly timing: 'hourly' | 'daily' | 'weekly'
  readonly digest_hour: number
  readonly weekday: number
  /** 1: only on working days in Poland. */
  readonly working_days_only: number
}

const HOUR_MS = 3_600_000

function naiveTickAfter(plan: TickPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const tick = ticksOf(plan, day).find((each) => each > after)
    if (tick) return tick
  }
}

function naiveTickUpTo(plan: TickPlan, upTo: Date): Date {
  for (let day = warsawDay(upTo); ; day = addDays(day, -1)) {
    const tick = ticksOf(plan, day).findLast((each) => each <= upTo)
    if (tick) return tick
  }
}

function ticksOf(plan: TickPlan, day: Day): readonly Date[] {
  if (plan.working_days_only === 1 && !isWorkingDay(day)) return []
  if (plan.timing === 'hourly') return hoursOf(day)
  if (plan.timing === 'weekly' && !isDayOfWeek(plan, day)) return []
  return [atHour(day, plan.digest_hour)]
}

/** The beginnings of the 23, 24 or 25 hours of a day. */
function hoursOf(day: Day): readonly Date[] {
  const start = startOfDay(day).getTime()
  const count = (startOfDay(addDays(day, 1)).getTime() - start) / HOUR_MS
  return Array.from({ length: count }, (_, hour) => new Date(start + hour * HOUR_MS))
}

/** Whether the day is the weekday or, with working days only, the first working day from it on. */
function isDayOfWeek({ weekday, working_days_only: onlyWorking }: TickPlan, day: Day): boolean {
  for (let from = day; ; from = addDays(from, -1)) {
    if (weekdayOf(from) === weekday) return true
    if (onlyWorking === 0 || isWorkingDay(addDays(from, -1))) return false
  }
}

const MINUTE_MS = 60_000

/** The first instant at or after `at` at which sending is allowed. Held messages are not dropped but sent then. */
export function naiveReleaseOf(times: RuleTimes, at: Date): Date {
  for (let release = at; ;) {
    const free = endOfHold(times, release)
    if (free === undefined) return release
    release = free
  }
}

function endOfHold(times: RuleTimes, at: Date): Date | undefined {
  const { muted_until: muted, working_days_only: onlyWorking } = times
  if (muted !== null && Date.parse(muted) > at.getTime()) return new Date(muted)
  const day = warsawDay(at)
  if (onlyWorking === 1 && !isWorkingDay(day)) return startOfDay(addDays(day, 1))
  return quietUntil(times, at)
}

/** Quiet hours across midnight are one interval, which may have begun the day before. */
function quietUntil({ quiet_from: from, quiet_to: to }: RuleTimes, at: Date): Date | undefined {
  if (from === null || to === null) return undefined
  const today = warsawDay(at)
  for (const day of [addDays(today, -1), today]) {
    const end = atClock(to > from ? day : addDays(day, 1), to)
    if (atClock(day, from) <= at && at < end) return end
  }
  return undefined
}

/** A time that does not exist in spring becomes the next valid one; one that occurs twice in autumn is the first. */
function atClock(day: Day, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const begins = atHour(day, hour)
  const isLeftOut = hour < 23 && begins.getTime() === atHour(day, hour + 1).getTime()
  return new Date(begins.getTime() + (isLeftOut ? 0 : minute * MINUTE_MS))
}

const isDigest = (times: RuleTimes): times is RuleTimes & TickPlan => times.timing !== 'at_once'

/**
 * The end of the due window; undefined while none is due. Windows are half-open: hits at the end of one belong to the
 * next. Several missed windows end together with the last one. `from`: the end of the previous window.
 */
export function naiveDueWindow(times: RuleTimes, from: Date, now: Date): Date | undefined {
  if (naiveReleaseOf(times, now) > now) return undefined
  // Immediate notices include everything up to and including this moment.
  if (!isDigest(times)) return new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const end = naiveReleaseOf(times, naiveTickUpTo(times, now))
  return end > from ? end : undefined
}

/** When a hit is notified: not before it was found, and as soon as the rule allows. */
export function naiveNotifiedAt(times: RuleTimes, found: Date): Date {
  if (!isDigest(times)) return naiveReleaseOf(times, found)
  const release = naiveReleaseOf(times, naiveTickUpTo(times, found))
  return release > found ? release : naiveReleaseOf(times, naiveTickAfter(times, found))
}

export function naiveNextCheck({ rhythm, weekday, hour }: Rhythm, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const at = atHour(day, hour)
    if (at > after && (rhythm === 'daily' || weekdayOf(day) === weekday)) return at
  }
}

/** Delay after midnight before a day is reported, for announcements that are still being published. */
const SETTLING_MS = 5 * 60_000

const lastDayOf = (day: Day): Day => addDays(`${addMonths(day.slice(0, 7), 1)}-01`, -1)

function isRunDay({ rhythm, weekday, month_day, working_days }: ReportPlan, day: Day): boolean {
  if (rhythm === 'daily') return !working_days || isWorkingDay(day)
  if (rhythm === 'weekly') return weekdayOf(day) === weekday
  return month_day === 0 ? day === lastDayOf(day) : Number(day.slice(8)) === month_day
}

function runAt({ hour }: ReportPlan, day: Day): Date {
  const at = atHour(day, hour)
  return hour === 0 ? new Date(at.getTime() + SETTLING_MS) : at
}

export function naiveNextRun(plan: ReportPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const at = runAt(plan, day)
    if (isRunDay(plan, day) && at > after) return at
  }
}

export function naiveLatestRun(plan: ReportPlan, upTo: Date): Date {
  for (let day = warsawDay(upTo); ; day = addDays(day, -1)) {
    const at = runAt(plan, day)
    if (isRunDay(plan, day) && at <= upTo) return at
  }
}

/** The first day that a run does not cover any more: windows are half-open, and the next one begins with it. */
export function naiveWindowEnd({ period }: ReportPlan, at: Date): Day {
  const day = warsawDay(at)
  if (period === 'month_before') return `${day.slice(0, 7)}-01`
  return period === 'week_before' ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day
}

/** Average runs per month: the runs in the 365 days from an instant, divided by twelve. */
export function naiveRunsAMonth(plan: ReportPlan, from: Date): number {
  const first = warsawDay(from)
  const year = Array.from({ length: 365 }, (_, index) => addDays(first, index))
  return Math.ceil(year.filter((day) => isRunDay(plan, day)).length / 12)
}

/** The due run with its days; undefined while none is due. Missed runs are merged into the last one. */
export function naiveDueRun(plan: PlannedReport, now: Date): (ReportWindow & { readonly at: Date }) | undefined {
  const at = naiveLatestRun(plan, now)
  if (at <= new Date(plan.starts_at)) return undefined
  const to = naiveWindowEnd(plan, at)
  return daysBetween(plan.planned_until, to) > 0 ? { from: plan.planned_until, to, at } : undefined
}

/** When the next report will be ordered, and the days that it will cover as far as is known now. */
export function naiveNextReport(plan: PlannedReport, now: Date): ReportWindow & { readonly at: Date } {
  const dueRun = naiveDueRun(plan, now)
  if (dueRun) return dueRun
  const starts = new Date(plan.starts_at)
  for (let at = naiveNextRun(plan, starts > now ? starts : now); ; at = naiveNextRun(plan, at)) {
    const to = naiveWindowEnd(plan, at)
    if (to > plan.planned_until) return { from: plan.planned_until, to, at }
  }
}

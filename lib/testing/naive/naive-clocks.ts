/** The clocks of rules, of checks of the white list and of report schedules as they were before they were one: what `rhythm.ts` is held to. */
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

/** When windows end: at whole hours of Warsaw. `weekday`: 0 is Sunday. */
type TickPlan = {
  readonly timing: 'hourly' | 'daily' | 'weekly'
  readonly digest_hour: number
  readonly weekday: number
  /** 1: only on days that are neither a Saturday nor free of work in Poland. */
  readonly working_days_only: number
}

const HOUR_MS = 3_600_000

/** The first one after an instant. */
function naiveTickAfter(plan: TickPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const tick = ticksOf(plan, day).find((each) => each > after)
    if (tick) return tick
  }
}

/** The last one up to an instant. */
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

/** 23, 24 or 25. */
function hoursOf(day: Day): readonly Date[] {
  const start = startOfDay(day).getTime()
  const count = (startOfDay(addDays(day, 1)).getTime() - start) / HOUR_MS
  return Array.from({ length: count }, (_, hour) => new Date(start + hour * HOUR_MS))
}

/** The weekday itself; of working days the first one from it on. */
function isDayOfWeek({ weekday, working_days_only: onlyWorking }: TickPlan, day: Day): boolean {
  for (let from = day; ; from = addDays(from, -1)) {
    if (weekdayOf(from) === weekday) return true
    if (onlyWorking === 0 || isWorkingDay(addDays(from, -1))) return false
  }
}

const MINUTE_MS = 60_000

/** The first instant from one on at which something may be sent. What is held is not dropped: it goes then. */
export function naiveReleaseOf(holds: RuleTimes, at: Date): Date {
  for (let held = at; ;) {
    const free = heldUntil(holds, held)
    if (free === undefined) return held
    held = free
  }
}

function heldUntil(holds: RuleTimes, at: Date): Date | undefined {
  const { muted_until: muted, working_days_only: onlyWorking } = holds
  if (muted !== null && Date.parse(muted) > at.getTime()) return new Date(muted)
  const day = warsawDay(at)
  if (onlyWorking === 1 && !isWorkingDay(day)) return startOfDay(addDays(day, 1))
  return quietUntil(holds, at)
}

/** Hours over midnight are one interval, so it may have begun the day before. */
function quietUntil({ quiet_from: from, quiet_to: to }: RuleTimes, at: Date): Date | undefined {
  if (from === null || to === null) return undefined
  const today = warsawDay(at)
  for (const day of [addDays(today, -1), today]) {
    const end = atClock(to > from ? day : addDays(day, 1), to)
    if (atClock(day, from) <= at && at < end) return end
  }
  return undefined
}

/** A time that clocks leave out in spring is the next valid one; of one that comes twice in autumn, the first. */
function atClock(day: Day, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const begins = atHour(day, hour)
  const isLeftOut = hour < 23 && begins.getTime() === atHour(day, hour + 1).getTime()
  return new Date(begins.getTime() + (isLeftOut ? 0 : minute * MINUTE_MS))
}

const isDigest = (times: RuleTimes): times is RuleTimes & TickPlan => times.timing !== 'at_once'

/**
 * The end of the window that may be told of now; undefined while none is due. Windows are half-open: what is found at the end of one is of
 * the next. Of several that were missed the last one ends them all. `from`: the end of the window before.
 */
export function naiveDueWindow(times: RuleTimes, from: Date, now: Date): Date | undefined {
  if (naiveReleaseOf(times, now) > now) return undefined
  // What is found at once is told at once: up to this moment, the moment included.
  if (!isDigest(times)) return new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const end = naiveReleaseOf(times, naiveTickUpTo(times, now))
  return end > from ? end : undefined
}

/** When what was found at an instant is told: not before, and as soon as the rule allows. */
export function naiveToldAt(times: RuleTimes, found: Date): Date {
  if (!isDigest(times)) return naiveReleaseOf(times, found)
  const held = naiveReleaseOf(times, naiveTickUpTo(times, found))
  return held > found ? held : naiveReleaseOf(times, naiveTickAfter(times, found))
}

/** The first check after an instant. */
export function naiveNextCheck({ rhythm, weekday, hour }: Rhythm, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const at = atHour(day, hour)
    if (at > after && (rhythm === 'daily' || weekdayOf(day) === weekday)) return at
  }
}

/** What is published at midnight is given time to arrive before its day is reported on. */
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

/** The first run after an instant. */
export function naiveNextRun(plan: ReportPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const at = runAt(plan, day)
    if (isRunDay(plan, day) && at > after) return at
  }
}

/** The last run up to an instant. */
export function naiveLatestRun(plan: ReportPlan, upTo: Date): Date {
  for (let day = warsawDay(upTo); ; day = addDays(day, -1)) {
    const at = runAt(plan, day)
    if (isRunDay(plan, day) && at <= upTo) return at
  }
}

/** The first day that a run does not cover any more: windows are half open, and the next one begins with it. */
export function naiveWindowEnd({ period }: ReportPlan, at: Date): Day {
  const day = warsawDay(at)
  if (period === 'month_before') return `${day.slice(0, 7)}-01`
  return period === 'week_before' ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day
}

/** How many runs there are in the 365 days from an instant, by twelve: of a month, on average. */
export function naiveRunsAMonth(plan: ReportPlan, from: Date): number {
  const first = warsawDay(from)
  const year = Array.from({ length: 365 }, (_, index) => addDays(first, index))
  return Math.ceil(year.filter((day) => isRunDay(plan, day)).length / 12)
}

/** The run that is due, with the days it covers; undefined while none is. Runs that were missed are one with the last of them. */
export function naiveDueRun(plan: PlannedReport, now: Date): (ReportWindow & { readonly at: Date }) | undefined {
  const at = naiveLatestRun(plan, now)
  if (at <= new Date(plan.starts_at)) return undefined
  const to = naiveWindowEnd(plan, at)
  return daysBetween(plan.planned_until, to) > 0 ? { from: plan.planned_until, to, at } : undefined
}

/** When the next report is ordered, and which days it covers as far as is known now. */
export function naiveNextReport(plan: PlannedReport, now: Date): ReportWindow & { readonly at: Date } {
  const due = naiveDueRun(plan, now)
  if (due) return due
  const starts = new Date(plan.starts_at)
  for (let at = naiveNextRun(plan, starts > now ? starts : now); ; at = naiveNextRun(plan, at)) {
    const to = naiveWindowEnd(plan, at)
    if (to > plan.planned_until) return { from: plan.planned_until, to, at }
  }
}

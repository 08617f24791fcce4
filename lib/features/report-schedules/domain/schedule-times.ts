import { addDays, type Day, daysBetween, warsawDay, weekdayOf } from '@/lib/domain/calendar'
import { countDays, lastTime, nextTime, type Rhythm } from '@/lib/domain/rhythm/rhythm'

/** How often, and what a report covers: the day before, the seven days before, the week before from Monday, or the month before. */
export const reportRhythms = ['daily', 'weekly', 'monthly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]
export const reportPeriods = ['day_before', 'last_7_days', 'week_before', 'month_before'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Which periods a rhythm covers without a gap between one run and the next. */
export const periodsOf: Readonly<Record<ReportRhythm, readonly ReportPeriod[]>> = {
  daily: ['day_before'],
  weekly: ['last_7_days', 'week_before'],
  monthly: ['month_before'],
}

export type ReportPlan = Rhythm & {
  readonly rhythm: ReportRhythm
  readonly period: ReportPeriod
  readonly month_day: number
  /** Counts for a daily one alone. */
  readonly working_days: boolean | number
}

/** What is published at midnight is given time to arrive before its day is reported on. */
const SETTLING_MINUTES = 5

const rhythmOf = (plan: ReportPlan): Rhythm => ({
  ...plan,
  working_days: plan.rhythm === 'daily' && plan.working_days,
  minute: plan.hour === 0 ? SETTLING_MINUTES : 0,
})

/** The first run after an instant. */
export const nextRun = (plan: ReportPlan, after: Date): Date => nextTime(rhythmOf(plan), after)

/** The last run up to an instant. */
export const latestRun = (plan: ReportPlan, upTo: Date): Date => lastTime(rhythmOf(plan), upTo)

/** The first day that a run does not cover any more: windows are half open, and the next one begins with it. */
export function windowEnd({ period }: ReportPlan, at: Date): Day {
  const day = warsawDay(at)
  if (period === 'month_before') return `${day.slice(0, 7)}-01`
  return period === 'week_before' ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day
}

/** Days from `from` up to `to`, which is not one of them. */
export type ReportWindow = { readonly from: Day; readonly to: Day }

/** Whole windows of at most `most` days each, without a gap between them. */
export function splitWindow({ from, to }: ReportWindow, most: number): ReportWindow[] {
  const windows: ReportWindow[] = []
  for (let start = from; start < to; start = addDays(start, most)) {
    const end = addDays(start, most)
    windows.push({ from: start, to: end < to ? end : to })
  }
  return windows
}

/** How many runs a month has, on average over the 365 days from an instant. */
export const runsAMonth = (plan: ReportPlan, from: Date): number => Math.ceil(countDays(rhythmOf(plan), from) / 12)

export type PlannedReport = ReportPlan & {
  /** Runs after this instant alone. */
  readonly starts_at: string
  /** The first day that no run covers yet. */
  readonly planned_until: Day
}

/** The run that is due, with the days it covers; undefined while none is. Runs that were missed are one with the last of them. */
export function dueRun(plan: PlannedReport, now: Date): (ReportWindow & { readonly at: Date }) | undefined {
  const at = latestRun(plan, now)
  if (at <= new Date(plan.starts_at)) return undefined
  const to = windowEnd(plan, at)
  return daysBetween(plan.planned_until, to) > 0 ? { from: plan.planned_until, to, at } : undefined
}

/** When the next report is ordered, and which days it covers as far as is known now. */
export function nextReport(plan: PlannedReport, now: Date): ReportWindow & { readonly at: Date } {
  const due = dueRun(plan, now)
  if (due) return due
  const starts = new Date(plan.starts_at)
  for (let at = nextRun(plan, starts > now ? starts : now); ; at = nextRun(plan, at)) {
    const to = windowEnd(plan, at)
    if (to > plan.planned_until) return { from: plan.planned_until, to, at }
  }
}

/** Where the windows of a plan begin that is made or switched on at an instant: its first report covers a whole period. */
export const firstPlanned = (plan: ReportPlan, now: Date): Day => windowEnd(plan, latestRun(plan, now))

import { addDays, type Day, daysBetween, warsawDay, weekdayOf } from '@/lib/domain/calendar'
import { countDays, lastTime, nextTime, type Rhythm } from '@/lib/domain/rhythm/rhythm'

/**
 * How often a report is ordered. It covers the previous day, the last seven days, the previous week from Monday, or the
 * previous month.
 */
export const reportRhythms = ['daily', 'weekly', 'monthly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]
export const reportPeriods = ['day_before', 'last_7_days', 'week_before', 'month_before'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The periods that leave no gap between two runs of a rhythm. */
export const periodsOf: Readonly<Record<ReportRhythm, readonly ReportPeriod[]>> = {
  daily: ['day_before'],
  weekly: ['last_7_days', 'week_before'],
  monthly: ['month_before'],
}

export type ReportPlan = Rhythm & {
  readonly rhythm: ReportRhythm
  readonly period: ReportPeriod
  readonly month_day: number
  /** Only applies to a daily rhythm. */
  readonly working_days: boolean | number
}

/** Entries published at midnight get this time to arrive before their day is reported. */
const SETTLING_MINUTES = 5

const rhythmOf = (plan: ReportPlan): Rhythm => ({
  ...plan,
  working_days: plan.rhythm === 'daily' && plan.working_days,
  minute: plan.hour === 0 ? SETTLING_MINUTES : 0,
})

export const nextRun = (plan: ReportPlan, after: Date): Date => nextTime(rhythmOf(plan), after)

/** The last run up to and including an instant. */
export const latestRun = (plan: ReportPlan, upTo: Date): Date => lastTime(rhythmOf(plan), upTo)

/** The first day that a run does not cover: windows are half-open, and the next one begins with it. */
export function windowEnd({ period }: ReportPlan, at: Date): Day {
  const day = warsawDay(at)
  if (period === 'month_before') return `${day.slice(0, 7)}-01`
  return period === 'week_before' ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day
}

/** Days from `from` up to and excluding `to`. */
export type ReportWindow = { readonly from: Day; readonly to: Day }

/** Splits a window into consecutive windows of at most `maxDays` days. */
export function splitWindow({ from, to }: ReportWindow, maxDays: number): ReportWindow[] {
  const windows: ReportWindow[] = []
  for (let start = from; start < to; start = addDays(start, maxDays)) {
    const end = addDays(start, maxDays)
    windows.push({ from: start, to: end < to ? end : to })
  }
  return windows
}

/** Average number of runs per month, over the 365 days from an instant. */
export const runsAMonth = (plan: ReportPlan, from: Date): number => Math.ceil(countDays(rhythmOf(plan), from) / 12)

export type PlannedReport = ReportPlan & {
  /** Only runs after this instant count. */
  readonly starts_at: string
  /** The first day that no run covers yet. */
  readonly planned_until: Day
}

/**
 * The run that is due, with the days that it covers; undefined if none is due. Missed runs are merged into the last
 * one.
 */
export function dueRun(plan: PlannedReport, now: Date): (ReportWindow & { readonly at: Date }) | undefined {
  const at = latestRun(plan, now)
  if (at <= new Date(plan.starts_at)) return undefined
  const to = windowEnd(plan, at)
  return daysBetween(plan.planned_until, to) > 0 ? { from: plan.planned_until, to, at } : undefined
}

/** When the next report is ordered, and the days that it covers as far as known now. */
export function nextReport(plan: PlannedReport, now: Date): ReportWindow & { readonly at: Date } {
  const dueReport = dueRun(plan, now)
  if (dueReport) return dueReport
  const starts = new Date(plan.starts_at)
  for (let at = nextRun(plan, starts > now ? starts : now); ; at = nextRun(plan, at)) {
    const to = windowEnd(plan, at)
    if (to > plan.planned_until) return { from: plan.planned_until, to, at }
  }
}

/**
 * Start of the first window of a plan that is created or enabled at an instant: its first report covers a whole period.
 */
export const firstWindowStart = (plan: ReportPlan, now: Date): Day => windowEnd(plan, latestRun(plan, now))

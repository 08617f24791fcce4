import type { ReportSource } from '@/lib/domain/events/sources'

import type { ReportPeriod, ReportRhythm } from './domain/schedule-times'

/** Rows of report schedules. Conventions: `lib/storage/tables.ts`. */
export type ReportScheduleTables = {
  report_schedules: ReportScheduleTable
  report_schedule_runs: ReportScheduleRunTable
}

export type ReportScheduleTable = {
  id: string
  account_id: string
  /** The user whose own it is; empty for the team's. */
  owner: string
  name: string
  source: ReportSource
  format: 'json' | 'csv'
  filter_id: string | null
  /** As it was when it was chosen: a filter that is gone is still named. */
  filter_name: string | null
  monitor_tag: string | null
  rhythm: ReportRhythm
  period: ReportPeriod
  weekday: number
  month_day: number
  hour: number
  working_days: number
  enabled: number
  /** Why the panel orders nothing more until somebody saves it again. */
  stopped: 'filter_gone' | 'tag_gone' | 'role' | null
  stopped_at: string | null
  /** Only runs after this instant: when it was made, switched on, or given another rhythm. */
  starts_at: string
  /** The first day that no run covers yet. */
  planned_until: string
  /** When its next run is planned; null of one that is off or stopped, empty: not worked out yet. */
  next_at: string | null
  /** The user who made it. */
  created_by: string | null
  /** Who saved it last while it was on: what it orders is ordered by their right. A user. */
  payer: string | null
  created_at: string
  updated_at: string
}

/** One report that a schedule is to have. One of a schedule and end of its window, whoever plans it. */
export type ReportScheduleRunTable = {
  id: string
  account_id: string
  schedule_id: string
  /** Days; `window_to` is the first one that is not covered. */
  window_from: string
  window_to: string
  due_at: string
  /** Until then the order is tried. */
  give_up_at: string
  /** When the order is tried next. */
  retry_at: string
  /**
   * `waiting`: to be ordered. `ordered`: being made. `refused`: never ordered. `cancelled`: somebody took it back. `superseded`: its days
   * are in a later run.
   */
  state: 'waiting' | 'ordered' | 'ready' | 'failed' | 'refused' | 'cancelled' | 'gone' | 'superseded'
  reason: string | null
  /** What the service said, where the reason does not say it. */
  message: string | null
  /** The first day that was ordered: the service does not hold the earlier ones of the window. */
  date_from: string | null
  job_id: string | null
  expires_at: string | null
  /** When the order was tried first: one that was taken without the panel learning of it is newer. */
  attempted_at: string | null
  claimed_by: string | null
  claimed_until: string | null
  ended_at: string | null
  attempts: number
  /** How often a report that failed was ordered again. */
  repeats: number
  row_count: number | null
  size_bytes: number | null
}

import type { ReportSource } from '@/lib/domain/events/sources'

import type { ReportPeriod, ReportRhythm } from './domain/schedule-times'

/** Tables of report schedules. Conventions: `lib/storage/tables.ts`. */
export type ReportScheduleTables = {
  report_schedules: ReportScheduleTable
  report_schedule_runs: ReportScheduleRunTable
}

export type ReportScheduleTable = {
  id: string
  account_id: string
  /** Id of the user who owns it; empty for the team. */
  owner: string
  name: string
  source: ReportSource
  format: 'json' | 'csv'
  filter_id: string | null
  /** Name of the filter when it was chosen, to identify a deleted filter. */
  filter_name: string | null
  monitor_tag: string | null
  rhythm: ReportRhythm
  period: ReportPeriod
  weekday: number
  month_day: number
  hour: number
  working_days: number
  enabled: number
  /** Why the panel orders no more reports until a user saves the schedule again. */
  stopped: 'filter_gone' | 'tag_gone' | 'role' | null
  stopped_at: string | null
  /** Only runs after this instant count: when it was created, enabled, or its rhythm changed. */
  starts_at: string
  /** The first day that no run covers yet. */
  planned_until: string
  /** When its next run is planned; null if it is disabled or stopped, empty if not computed yet. */
  next_at: string | null
  created_by: string | null
  /** Id of the user who last saved it while it was enabled: its orders need that user's permission. */
  payer: string | null
  created_at: string
  updated_at: string
}

/** One report of a schedule; unique by schedule and end of the window. */
export type ReportScheduleRunTable = {
  id: string
  account_id: string
  schedule_id: string
  /** Days; `window_to` is the first day that is not covered. */
  window_from: string
  window_to: string
  due_at: string
  /** When attempts to order it end. */
  give_up_at: string
  /** The next attempt to order it. */
  retry_at: string
  /**
   * `waiting`: to be ordered. `ordered`: being generated. `refused`: never ordered. `cancelled`: a user cancelled it.
   * `superseded`: a later run covers its days.
   */
  state: 'waiting' | 'ordered' | 'ready' | 'failed' | 'refused' | 'cancelled' | 'gone' | 'superseded'
  reason: string | null
  /** The service's message, where the reason does not cover it. */
  message: string | null
  /** First day that was ordered, because the service does not store the window's earlier days. */
  date_from: string | null
  job_id: string | null
  expires_at: string | null
  /** The first attempt to order it: a job that was accepted without the panel's knowledge is newer. */
  attempted_at: string | null
  claimed_by: string | null
  claimed_until: string | null
  ended_at: string | null
  attempts: number
  repeats: number
  row_count: number | null
  size_bytes: number | null
}

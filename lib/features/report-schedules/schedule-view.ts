import { monitoringWriters } from '@/lib/contract/operation'
import { addDays } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import type { PanelContext } from '@/lib/panel/context'
import { TEAM_OWNER } from '@/lib/storage/owned'

import { type ReportRun, reportRunReasons, type ReportRunReason, type ReportSchedule } from './contract'
import { nextReport } from './domain/schedule-times'
import type { VisibleReportSchedule } from './statements/schedules'
import type { ReportScheduleRunTable, ReportScheduleTable } from './tables'

const writers: readonly Role[] = monitoringWriters

export function toReportSchedule(
  row: VisibleReportSchedule,
  run: ReportScheduleRunTable | undefined,
  { user, now }: Pick<PanelContext, 'user' | 'now'>,
): ReportSchedule {
  const { id, name, source, format, filter_id, filter_name, monitor_tag, rhythm, period, weekday, month_day } = row
  const { hour, stopped, stopped_at, created_at, updated_at } = row
  return {
    id,
    name,
    source,
    format,
    filter_id,
    filter_name,
    monitor_tag,
    rhythm,
    period,
    weekday,
    month_day,
    hour,
    working_days: row.working_days === 1,
    is_team: row.owner === TEAM_OWNER,
    enabled: row.enabled === 1,
    stopped:
      stopped === null || stopped_at === null
        ? null
        : {
            reason: stopped,
            at: stopped_at,
          },
    created_by: row.maker,
    is_own: row.owner === user.id,
    may_change: writers.includes(user.role),
    created_at,
    updated_at,
    next: nextOf(row, now),
    last_run: run === undefined ? null : toReportRun(run),
  }
}

function nextOf(row: ReportScheduleTable, now: Date): ReportSchedule['next'] {
  if (row.enabled === 0 || row.stopped !== null) return null
  const { at, from, to } = nextReport(row, now)
  return { at: at.toISOString(), date_from: from, date_to: addDays(to, -1) }
}

const isReason = (reason: string | null): reason is ReportRunReason => reportRunReasons.some((each) => each === reason)

export function toReportRun(run: ReportScheduleRunTable): ReportRun {
  const { id, state, reason, message, window_from, window_to, due_at, ended_at, job_id } = run
  const isWaiting = state === 'waiting'
  return {
    id,
    state,
    reason: isReason(reason) ? reason : null,
    message,
    date_from: window_from,
    date_to: addDays(window_to, -1),
    held_from: run.date_from !== null && run.date_from > window_from ? run.date_from : null,
    due_at,
    retry_at: isWaiting ? run.retry_at : null,
    give_up_at: isWaiting ? run.give_up_at : null,
    ended_at,
    job_id,
    row_count: run.row_count,
    size_bytes: run.size_bytes,
    expires_at: run.expires_at,
  }
}

import * as z from 'zod'

import { tag } from '@/lib/contract/monitors'
import { type PanelOperation, forReaders, forWriters } from '@/lib/contract/panel-operation'
import { reportFormats } from '@/lib/contract/reports'
import { byId, count, day, givenId, instant, limit, line, noAnswer, uuid } from '@/lib/contract/values'
import { reportSources } from '@/lib/domain/events/sources'
import { MAX_MONTH_DAY } from '@/lib/domain/rhythm/rhythm'

import { type ReportPeriod, reportPeriods, type ReportRhythm, reportRhythms, periodsOf } from './domain/schedule-times'

export const MAX_SCHEDULE_NAME_LENGTH = 80
/** Users' and team schedules of one account together. */
export const MAX_REPORT_SCHEDULES = 200

const coversAll = ({ rhythm, period }: { readonly rhythm: ReportRhythm; readonly period: ReportPeriod }) =>
  periodsOf[rhythm].includes(period)

/** The fields of a recurring report order that a user edits. */
export const reportScheduleBody = z
  .object({
    name: line(MAX_SCHEDULE_NAME_LENGTH).min(1),
    source: z.enum(reportSources),
    format: z.enum(reportFormats),
    filter_id: givenId.nullable().default(null),
    monitor_tag: tag.nullable().default(null),
    rhythm: z.enum(reportRhythms),
    period: z.enum(reportPeriods),
    /** Day of a weekly schedule; 0 is Sunday. */
    weekday: z.number().int().min(0).max(6).default(1),
    /** Day of a monthly schedule: 1 to 28; 0 is the last day of the month. */
    month_day: z.number().int().min(0).max(MAX_MONTH_DAY).default(1),
    /** Hour at which the report is ordered, Warsaw time. */
    hour: z.number().int().min(0).max(23),
    /** For a daily schedule: entries of Saturdays, Sundays and holidays are part of the next working day's report. */
    working_days: z.boolean().default(false),
    /** True if all members of the account see it; it then stays when its author leaves. */
    is_team: z.boolean(),
    enabled: z.boolean().default(true),
  })
  .refine(coversAll, { path: ['period'], message: 'This rhythm would omit days, or include them twice' })
export type ReportScheduleBody = z.infer<typeof reportScheduleBody>

export const reportRunStates = [
  'waiting',
  'ordered',
  'ready',
  'failed',
  'refused',
  'cancelled',
  'gone',
  'superseded',
] as const
/** Why a run waits or failed. Reasons of a newer panel are shown unchanged. */
export const reportRunReasons = [
  'quota',
  'filter_gone',
  'tag_gone',
  'role',
  'nothing_held',
  'plan',
  'rate_limited',
  'unreachable',
  'refused',
  'job_failed',
  'cancelled',
  /** The service no longer knows the order, and it was not cancelled in this panel. */
  'gone',
  'switched_off',
] as const
export type ReportRunReason = (typeof reportRunReasons)[number]

/** One report that a schedule orders; no day is in two successful runs. */
export const reportRun = z.object({
  id: uuid,
  state: z.enum(reportRunStates),
  reason: z.enum(reportRunReasons).nullable(),
  message: z.string().nullable(),
  /** First day covered; both ends are included. */
  date_from: day,
  date_to: day,
  /** First day in the report, if the service does not store all of the days. */
  held_from: day.nullable(),
  due_at: instant,
  /** For a waiting run: the next attempt to order, and the end of all attempts. */
  retry_at: instant.nullable(),
  give_up_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** The service's job; the job may have been deleted since. */
  job_id: z.string().nullable(),
  row_count: count.nullable(),
  size_bytes: count.nullable(),
  expires_at: instant.nullable(),
})
export type ReportRun = z.infer<typeof reportRun>

export const reportSchedule = reportScheduleBody.safeExtend({
  id: uuid,
  /** Name of the filter when it was chosen. */
  filter_name: z.string().nullable(),
  /** Why the panel stopped the schedule; it continues once a user saves it again. */
  stopped: z.object({ reason: z.enum(['filter_gone', 'tag_gone', 'role']), at: instant }).nullable(),
  /** E-mail of its author; null once they left the account. */
  created_by: z.string().nullable(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  created_at: instant,
  updated_at: instant,
  /**
   * The next report: when it is ordered, and the days that it covers, both ends included. Null if no report will be
   * ordered.
   */
  next: z.object({ at: instant, date_from: day, date_to: day }).nullable(),
  last_run: reportRun.nullable(),
})
export type ReportSchedule = z.infer<typeof reportSchedule>

export const reportScheduleOperations = {
  'reportSchedules.list': {
    ...forReaders.get,
    path: '/panel/report-schedules',
    summary: 'Report schedules that the user can see, by name',
    response: z.object({ items: z.array(reportSchedule) }),
  },
  'reportSchedules.create': {
    ...forWriters.post,
    path: '/panel/report-schedules',
    summary: 'Create a schedule of custom reports; each order counts against the plan',
    status: 201,
    idempotent: false,
    body: reportScheduleBody,
    response: reportSchedule,
  },
  'reportSchedules.update': {
    ...forWriters.put,
    path: '/panel/report-schedules/{id}',
    summary: 'Replace a schedule, and resume it if it stopped; 409 `schedule_changed` after another edit',
    params: byId,
    body: reportScheduleBody.safeExtend({ updated_at: instant.optional() }),
    response: reportSchedule,
  },
  'reportSchedules.delete': {
    ...forWriters.delete,
    ...noAnswer,
    path: '/panel/report-schedules/{id}',
    summary: 'Delete a schedule with its history; reports that it ordered stay',
    invalidates: ['panel.reportSchedules.list'],
    params: byId,
  },
  'reportSchedules.runs': {
    ...forReaders.get,
    path: '/panel/report-schedules/{id}/runs',
    summary: 'The orders of a schedule with their results, newest first',
    params: byId,
    query: z.object({ limit: limit(200, 20), cursor: day.optional() }),
    response: z.object({ items: z.array(reportRun), total: count, next_cursor: day.nullable() }),
  },
  'reportOrders.list': {
    ...forReaders.get,
    path: '/panel/report-orders',
    summary: 'Who ordered custom reports, as far as the panel knows it, newest first',
    response: z.object({
      items: z.array(
        z.object({
          job_id: z.string(),
          /** As in the audit log: an e-mail, or the visible part of a key. Null for a team schedule. */
          ordered_by: z.string().nullable(),
          /** The schedule that ordered it, if the user may see it. */
          schedule: z.object({ id: uuid, name: z.string() }).nullable(),
        }),
      ),
    }),
  },
  'reportOrders.ranges': {
    ...forReaders.get,
    path: '/panel/report-orders/ranges',
    summary: 'The days for which reports can be ordered, by source; none if the service does not report them',
    response: z.object({
      items: z.array(z.object({ source: z.enum(reportSources), date_from: day.nullable(), date_to: day.nullable() })),
    }),
  },
} as const satisfies Record<string, PanelOperation>

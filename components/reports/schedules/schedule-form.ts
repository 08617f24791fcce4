import * as z from 'zod'

import { reportSources } from '@/lib/domain/events/sources'
import { MAX_SCHEDULE_NAME_LENGTH } from '@/lib/features/report-schedules/contract'
import { reportRhythms } from '@/lib/features/report-schedules/domain/schedule-times'

import { shownReportFormats } from '../report-search'

/** The form's values of a schedule; a blank filter or tag does not narrow the report. */
export const scheduleForm = z.object({
  name: z.string().trim().min(1).max(MAX_SCHEDULE_NAME_LENGTH),
  source: z.enum(reportSources),
  format: z.enum(shownReportFormats),
  filter_id: z.string(),
  monitor_tag: z.string(),
  rhythm: z.enum(reportRhythms),
  /** Used by weekly schedules. */
  week: z.enum(['last_7_days', 'week_before']),
  weekday: z.number(),
  month_day: z.number(),
  hour: z.number(),
  working_days: z.boolean(),
  is_team: z.boolean(),
})

export type ScheduleInput = z.input<typeof scheduleForm>

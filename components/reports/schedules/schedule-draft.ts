import type { ReportSchedule } from '@/lib/features/report-schedules/contract'

import type { OrderInput } from '../order-body'
import type { ScheduleInput } from './schedule-form'

/** Receives the focus when the focused schedule is removed. */
export const SCHEDULE_BUTTON_ID = 'schedule-report'

export interface ScheduleDraft {
  readonly values: ScheduleInput
  /** The schedule being changed; absent for a new one. */
  readonly schedule?: ReportSchedule
}

const defaults = {
  rhythm: 'daily',
  week: 'last_7_days',
  weekday: 1,
  month_day: 1,
  hour: 7,
  working_days: false,
  is_team: true,
} as const

export const draftOfOrder = ({ source, format, filter_id, monitor_tag }: Partial<OrderInput>): ScheduleDraft => ({
  values: {
    ...defaults,
    name: '',
    source: source ?? 'krz',
    format: format ?? 'csv',
    filter_id: filter_id ?? '',
    monitor_tag: monitor_tag ?? '',
  },
})

export function draftOfSchedule(schedule: ReportSchedule): ScheduleDraft {
  const { name, source, format, filter_id, monitor_tag, rhythm, period, weekday, month_day, hour } = schedule
  const values: ScheduleInput = {
    name,
    source,
    format,
    rhythm,
    working_days: schedule.working_days,
    is_team: schedule.is_team,
    filter_id: filter_id ?? '',
    monitor_tag: monitor_tag ?? '',
    week: period === 'week_before' ? 'week_before' : 'last_7_days',
    weekday,
    month_day,
    hour,
  }
  return { values, schedule }
}

const periods = { daily: 'day_before', monthly: 'month_before' } as const

export function toScheduleBody({ week, rhythm, ...values }: ScheduleInput) {
  return {
    ...values,
    rhythm,
    period: rhythm === 'weekly' ? week : periods[rhythm],
    filter_id: values.filter_id || null,
    monitor_tag: values.monitor_tag.trim() || null,
  }
}

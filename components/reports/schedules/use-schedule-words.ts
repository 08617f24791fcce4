'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useWeekdayName } from '@/components/shared/weekdays'
import { formatDate } from '@/lib/domain/format/format'
import { LAST_DAY } from '@/lib/domain/rhythm/rhythm'
import type { ReportRun, ReportSchedule } from '@/lib/features/report-schedules/contract'

import { useReportWords } from '../report-name'

export function useScheduleWords() {
  const t = useTranslations('report-schedules')
  const order = useTranslations('reports.order')
  const locale = useLocale()
  const words = useReportWords()
  const dayOf = useWeekdayName()
  const content = ({ source, format, filter_name, filter_id, monitor_tag }: ReportSchedule): string =>
    [
      `${words.source(source)} ${words.format(format)}`,
      filter_id !== null && order('byFilter', { name: filter_name ?? filter_id }),
      monitor_tag !== null && order('byTag', { name: monitor_tag }),
    ]
      .filter(Boolean)
      .join(' · ')
  const rhythm = ({ rhythm: often, period, weekday, month_day, hour, working_days }: ReportSchedule): string => {
    const at = `${hour}:00`
    if (often === 'daily') return t(working_days ? 'when.workingDays' : 'when.daily', { at })
    if (often === 'weekly') {
      return t(period === 'week_before' ? 'when.week' : 'when.days7', { at, day: dayOf(weekday) })
    }
    return month_day === LAST_DAY ? t('when.lastDay', { at }) : t('when.monthly', { at, day: month_day })
  }
  const days = ({ date_from: from, date_to: to }: Pick<ReportRun, 'date_from' | 'date_to'>): string =>
    [...new Set([from, to])].map((day) => formatDate(day, locale)).join(' – ')
  return { content, rhythm, days }
}

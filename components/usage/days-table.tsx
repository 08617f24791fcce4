'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { ResourceTable } from '@/components/ui/resource-table'
import type { Day } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDayMonth } from '@/lib/domain/format/format'
import { type DayFigure, dayFigures, isPoolFigure } from '@/lib/domain/usage/pools'

import { dayColumns } from './day-columns'
import { isWeekend, toWeekday } from './month-days'
import { totalDays, type TotalledDay } from './totals'
import { useFigureText } from './use-figure-text'

interface DaysTableProps {
  readonly days: readonly (TotalledDay & { readonly date: Day })[]
  readonly today: Day
}

type Values = { readonly date?: Day } & { readonly [K in DayFigure]?: number | null | undefined }

/** The chart's numbers and the money, newest day first, below their sum. On a phone the amount stands beside the day. */
export function DaysTable({ days, today }: DaysTableProps) {
  const t = useTranslations('usage.days')
  const columns = useTranslations('usage.days.columns')
  const figures = useFigureText()
  const rows: readonly Values[] = [totalDays(days), ...days.toReversed()]
  // On a phone only what there is: most days have no more than two of them.
  const count = (value: number | null | undefined) => ({
    content: figures.count(value),
    className: value === 0 ? 'max-sm:hidden' : '',
  })
  return (
    <ResourceTable
      label={t('title')}
      columns={dayColumns}
      nameOf={(id) => (id === 'day' ? t(id) : isPoolFigure(id) ? figures.nameOf(id) : columns(id))}
      rows={rows}
      keyOf={({ date }) => date ?? 'total'}
      row={({ date }) => ({
        'aria-current': date === today ? 'date' : undefined,
        className: date === undefined ? 'bg-hover font-semibold' : isWeekend(date) ? 'text-muted' : '',
      })}
      cells={(values) => ({
        day: values.date === undefined ? t('total') : <DayName day={values.date} isToday={values.date === today} />,
        ...recordOf(dayFigures, (key) => (key === 'overage_grosz' ? figures.grosz(values[key]) : count(values[key]))),
      })}
    />
  )
}

function DayName({ day, isToday }: { readonly day: Day; readonly isToday: boolean }) {
  const t = useTranslations('usage.days')
  const locale = useLocale()
  return (
    <>
      <time dateTime={day}>{formatDayMonth(day, locale)}</time>{' '}
      <span className="text-sm text-muted">{t(`weekdays.${toWeekday(day)}`)}</span>
      {isToday && (
        <Badge tone="accent" className="ml-1.5">
          {t('today')}
        </Badge>
      )}
    </>
  )
}

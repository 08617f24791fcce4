'use client'

import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { DaysChart } from '@/components/meters/days-chart'
import { useOutlook } from '@/components/meters/use-outlook'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { ResourceTable } from '@/components/ui/resource-table'
import { type Day, type Month, warsawDay } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { dayFileColumns } from '@/lib/domain/files/usage-columns'
import { formatDayMonth } from '@/lib/domain/format/format'
import { planEndOfClosed } from '@/lib/domain/usage/outlook'
import { type DayFigure, dayFigures, isPoolFigure } from '@/lib/domain/usage/pools'

import { dayColumns } from './day-columns'
import { FileNote } from './endpoints-card'
import { chartDays, isWeekend, toWeekday } from './month-days'
import { SaveButton } from './save-button'
import { filterMonthDays, isUnusedMonth, type TotalledDay, totalDays } from './totals'
import { USAGE_CHART_PX, UsageDaysSkeleton } from './usage-skeleton'
import { useFigureText } from './use-figure-text'
import { useMonthDays, useMeter } from './use-usage'

export function DaysCard({ month, isCurrent }: { readonly month: Month; readonly isCurrent: boolean }) {
  const t = useTranslations('usage.days')
  const query = useMonthDays(month)
  const items = query.data?.items
  const save = items && <SaveButton month={month} file="days" />
  return (
    <Card title={t('title')} aside={save}>
      <QueryView
        query={query}
        skeleton={<UsageDaysSkeleton />}
        contentName={t('what')}
        isEmpty={(data) => isUnusedMonth(filterMonthDays(data.items, month))}
        empty={<EmptyState title={t(isCurrent ? 'emptyCurrent' : 'empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <DayViews days={filterMonthDays(data.items, month)} month={month} />}
      </QueryView>
      {items && <FileNote month={month} file="days" columns={dayFileColumns} />}
    </Card>
  )
}

interface DayViewsProps {
  readonly days: readonly (TotalledDay & { readonly date: Day })[]
  readonly month: Month
}

/** The chart, and below it the numbers, which are the only part read out. */
function DayViews({ days, month }: DayViewsProps) {
  const t = useTranslations('usage.days')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  const { forecast, planEnd } = useOutlook(useMeter().data ?? {}, { month })
  const isRunning = days.some(({ date }) => date === today)
  return (
    <>
      <CardBody className="border-b">
        <div aria-hidden>
          <DaysChart
            label={t('title')}
            days={chartDays(days, month)}
            forecast={isRunning ? forecast : null}
            planEnd={isRunning ? planEnd : planEndOfClosed(days)}
            height={USAGE_CHART_PX}
          />
        </div>
        {isRunning && <p className="mt-2 text-sm text-muted">{t('running', { day: formatDayMonth(today, locale) })}</p>}
      </CardBody>
      <DaysTable days={days} today={today} />
    </>
  )
}

type Values = { readonly date?: Day } & { readonly [K in DayFigure]?: number | null | undefined }

/** The chart's numbers and the money, newest day first, below the total. On a phone the amount is next to the day. */
function DaysTable({ days, today }: Pick<DayViewsProps, 'days'> & { readonly today: Day }) {
  const t = useTranslations('usage.days')
  const columns = useTranslations('usage.days.columns')
  const figures = useFigureText()
  const rows: readonly Values[] = [totalDays(days), ...days.toReversed()]
  // On a phone zeros are omitted, because most days have at most two figures.
  const count = (value: number | null | undefined) => ({
    content: figures.count(value),
    className: value === 0 ? 'stacked:hidden' : '',
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

'use client'

import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { DaysChart } from '@/components/meters/days-chart'
import { useOutlook } from '@/components/meters/use-outlook'
import { Card, CardBody } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { type Day, type Month, warsawDay } from '@/lib/domain/calendar'
import { dayFileColumns } from '@/lib/domain/files/usage-columns'
import { formatDayMonth } from '@/lib/domain/format/format'
import { planEndOfClosed } from '@/lib/domain/usage/outlook'

import { DaysTable } from './days-table'
import { FileNote } from './endpoints-card'
import { chartDays } from './month-days'
import { SaveButton } from './save-button'
import { filterMonthDays, isUnusedMonth, type TotalledDay } from './totals'
import { USAGE_CHART_PX, UsageDaysSkeleton } from './usage-skeleton'
import { useMonthDays, useMeter } from './use-usage'

export function DaysCard({ month, isCurrent }: { readonly month: Month; readonly isCurrent: boolean }) {
  const t = useTranslations('usage.days')
  const query = useMonthDays(month)
  const items = query.data?.items
  const save = items && <SaveButton month={month} of="days" />
  return (
    <Card title={t('title')} aside={save}>
      <QueryView
        query={query}
        skeleton={<UsageDaysSkeleton />}
        what={t('what')}
        isEmpty={(data) => isUnusedMonth(filterMonthDays(data.items, month))}
        empty={<EmptyState title={t(isCurrent ? 'emptyCurrent' : 'empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <DayViews days={filterMonthDays(data.items, month)} month={month} />}
      </QueryView>
      {items && <FileNote month={month} of="days" columns={dayFileColumns} />}
    </Card>
  )
}

interface DayViewsProps {
  readonly days: readonly (TotalledDay & { readonly date: Day })[]
  readonly month: Month
}

/** The picture, and below it the numbers, which alone are read out. */
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

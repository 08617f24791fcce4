'use client'

import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { DaysChart } from '@/components/meters/days-chart'
import { useOutlook } from '@/components/meters/use-outlook'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { type Day, type Month, warsawDay } from '@/lib/domain/calendar'
import { formatDayMonth } from '@/lib/domain/format'
import { dayColumns } from '@/lib/domain/usage-columns'

import { DaysTable } from './days-table'
import { FileNote } from './file-note'
import { chartDays } from './month-days'
import { SaveButton } from './save-button'
import { daysOf, isUnused, type UsageDay } from './totals'
import { CHART_PX, DaysSkeleton } from './usage-skeleton'
import { useDays, useMeter } from './use-usage'

interface DaysCardProps {
  readonly month: Month
  readonly isCurrent: boolean
}

export function DaysCard({ month, isCurrent }: DaysCardProps) {
  const t = useTranslations('usage.days')
  const query = useDays(month)
  const items = query.data?.items
  const save = items && <SaveButton month={month} of="days" />
  return (
    <Card labelledBy="days-title">
      <CardHeader title={t('title')} titleId="days-title" aside={save} />
      <QueryView
        query={query}
        skeleton={<DaysSkeleton />}
        what={t('what')}
        isEmpty={(data) => isUnused(daysOf(data.items, month))}
        empty={<EmptyState title={t(isCurrent ? 'emptyCurrent' : 'empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <DayViews days={daysOf(data.items, month)} month={month} />}
      </QueryView>
      {items && <FileNote month={month} of="days" columns={dayColumns} />}
    </Card>
  )
}

interface DayViewsProps {
  readonly days: readonly (UsageDay & { readonly date: Day })[]
  readonly month: Month
}

/** The picture, and below it the numbers, which alone are read out. */
function DayViews({ days, month }: DayViewsProps) {
  const t = useTranslations('usage.days')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  const { forecast } = useOutlook(useMeter().data ?? {}, { month })
  const isRunning = days.some(({ date }) => date === today)
  return (
    <>
      <CardBody className="border-b">
        <div aria-hidden>
          <DaysChart
            label={t('title')}
            days={chartDays(days, month)}
            forecast={isRunning ? forecast : null}
            height={CHART_PX}
          />
        </div>
        {isRunning && <p className="mt-2 text-sm text-muted">{t('running', { day: formatDayMonth(today, locale) })}</p>}
      </CardBody>
      <DaysTable days={days} today={today} />
    </>
  )
}

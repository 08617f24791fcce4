'use client'

import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { type ValuedDay, type DayKey, dayKeys } from '@/components/meters/day-values'
import { DaysChart } from '@/components/meters/days-chart'
import { useDayKeyName } from '@/components/meters/use-day-key-name'
import type { useMeteredDays, useMeter, useSummary } from '@/components/meters/use-meters'
import { useOutlook } from '@/components/meters/use-outlook'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ResourceTable, type TableColumns } from '@/components/ui/resource-table'
import { scrollable } from '@/components/ui/scrollable'
import { useCountValues } from '@/components/ui/use-count-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

import { CHART_PX, DaysSkeleton } from './overview-skeletons'
import { toOverviewPeriod } from './period'
import { isUnusedPeriod, unreadableDays, usageDays, sumDays } from './usage-days'

/** Queries of the page, which asks for each of them in one place. */
export interface UsageDaysProps {
  readonly days: ReturnType<typeof useMeteredDays>
  readonly summary: ReturnType<typeof useSummary>['data']
  readonly meter: ReturnType<typeof useMeter>['data']
}

export function UsageDaysCard({ days, summary, meter }: UsageDaysProps) {
  const t = useTranslations('overview.days')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const aside = (
    <Button size="sm" variant="ghost" onClick={() => setView(view === 'chart' ? 'table' : 'chart')}>
      {t(view === 'chart' ? 'table' : 'chart')}
    </Button>
  )
  return (
    <Card title={t('title')} aside={aside}>
      <QueryView
        query={days}
        skeleton={<DaysSkeleton />}
        contentName={t('what')}
        isEmpty={({ items }) => unreadableDays(items) === 0 && isUnusedPeriod(usageDays(items, undefined))}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => {
          const all = usageDays(items, toOverviewPeriod(summary?.period_start, summary?.period_end))
          return (
            <>
              {view === 'chart' ? <Chart days={all} meter={meter} /> : <UsageDaysTable days={all} />}
              <UnreadableNote days={unreadableDays(items)} />
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

function UnreadableNote({ days }: { readonly days: number }) {
  const t = useTranslations('overview.days')
  const countValues = useCountValues()
  return days === 0 ? null : <p className="px-4 pb-3 text-sm text-warn-ink">{t('unreadable', countValues(days))}</p>
}

function Chart({ days, meter }: Pick<UsageDaysProps, 'meter'> & { readonly days: readonly ValuedDay[] }) {
  const t = useTranslations('overview.days')
  const { forecast, planEnd } = useOutlook(meter ?? {})
  return (
    <CardBody>
      <DaysChart label={t('title')} days={days} forecast={forecast} planEnd={planEnd} height={CHART_PX} />
    </CardBody>
  )
}

const columns: TableColumns<'date' | DayKey> = {
  date: { isTitle: true },
  ...recordOf(dayKeys, () => ({ isEnd: true, isNamedOnPhone: true })),
}

/** The chart's numbers, newest day first, below the total of the period. */
function UsageDaysTable({ days }: { readonly days: readonly ValuedDay[] }) {
  const t = useTranslations('overview.days')
  const nameOf = useDayKeyName()
  const locale = useLocale()
  const pastRows = days.flatMap(({ date, values }) =>
    values === null ? [] : [{ date: formatDayMonth(date, locale), values }],
  )
  const isSum = (index: number) => index === 0
  return (
    <div {...scrollable} aria-label={t('title')} className="max-h-96 overflow-y-auto">
      <ResourceTable
        label={t('title')}
        columns={columns}
        nameOf={(id) => (id === 'date' ? t(id) : nameOf(id))}
        rows={[{ date: t('sum'), values: sumDays(days) }, ...pastRows.toReversed()]}
        keyOf={({ date }) => date}
        row={(_, index) => ({ className: isSum(index) ? 'font-semibold' : '' })}
        cells={({ date, values }, index) => ({
          date: { content: date, className: isSum(index) ? 'font-semibold' : '' },
          ...recordOf(dayKeys, (key) => formatInteger(values[key], locale)),
        })}
      />
    </div>
  )
}

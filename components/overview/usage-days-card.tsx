'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { ChartLegend } from '@/components/charts/chart-legend'
import type { Series, UsageDay } from '@/components/charts/series'
import { UsageBarsLazy } from '@/components/charts/usage-bars-lazy'
import { QueryView } from '@/components/layout/query-states'
import { useDays, useSummary } from '@/components/meters/use-meters'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useCountValues } from '@/components/ui/use-count-values'

import { periodOf } from './period'
import { totalOf, unreadableDays, usageDays } from './usage-days'
import { CHART_PX, DaysSkeleton } from './usage-days-skeleton'
import { UsageDaysTable } from './usage-days-table'

export function UsageDaysCard() {
  const t = useTranslations('overview.days')
  const days = useDays()
  const summary = useSummary().data
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const series = useSeries()
  const aside = (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
      {view === 'chart' && <ChartLegend series={series} />}
      <Button size="sm" variant="ghost" onClick={() => setView(view === 'chart' ? 'table' : 'chart')}>
        {t(view === 'chart' ? 'table' : 'chart')}
      </Button>
    </div>
  )
  return (
    <Card labelledBy="days-title">
      <CardHeader title={t('title')} titleId="days-title" aside={aside} />
      <QueryView
        query={days}
        skeleton={<DaysSkeleton />}
        what={t('what')}
        isEmpty={({ items }) =>
          unreadableDays(items) === 0 && usageDays(items, undefined).every(({ values }) => totalOf(values ?? {}) === 0)
        }
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => {
          const all = usageDays(items, periodOf(summary?.period_start, summary?.period_end))
          return (
            <>
              {view === 'chart' ? <Chart days={all} series={series} /> : <UsageDaysTable days={all} series={series} />}
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
  const counted = useCountValues()
  return days === 0 ? null : <p className="px-4 pb-3 text-sm text-warn-ink">{t('unreadable', counted(days))}</p>
}

function useSeries(): readonly Series[] {
  const t = useTranslations('overview.days.series')
  return [
    { key: 'lookups', label: t('lookups'), tone: 'lookups' },
    { key: 'rdf', label: t('rdf'), tone: 'rdf' },
    { key: 'pdfs', label: t('pdf'), tone: 'pdf' },
  ]
}

interface ChartProps {
  readonly days: readonly UsageDay[]
  readonly series: readonly Series[]
}

function Chart({ days, series }: ChartProps) {
  const t = useTranslations('overview.days')
  return (
    <CardBody>
      <UsageBarsLazy label={t('title')} days={days} series={series} height={CHART_PX} />
    </CardBody>
  )
}

'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import type { ValuedDay } from '@/components/meters/day-values'
import { DaysChart } from '@/components/meters/days-chart'
import { useMeteredDays, useMeter, useSummary } from '@/components/meters/use-meters'
import { useOutlook } from '@/components/meters/use-outlook'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useCountValues } from '@/components/ui/use-count-values'

import { toOverviewPeriod } from './period'
import { isUnusedPeriod, unreadableDays, usageDays } from './usage-days'
import { CHART_PX, DaysSkeleton } from './usage-days-skeleton'
import { UsageDaysTable } from './usage-days-table'

export function UsageDaysCard() {
  const t = useTranslations('overview.days')
  const days = useMeteredDays()
  const summary = useSummary().data
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const aside = (
    <Button size="sm" variant="ghost" onClick={() => setView(view === 'chart' ? 'table' : 'chart')}>
      {t(view === 'chart' ? 'table' : 'chart')}
    </Button>
  )
  return (
    <Card labelledBy="days-title">
      <CardHeader title={t('title')} titleId="days-title" aside={aside} />
      <QueryView
        query={days}
        skeleton={<DaysSkeleton />}
        what={t('what')}
        isEmpty={({ items }) => unreadableDays(items) === 0 && isUnusedPeriod(usageDays(items, undefined))}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => {
          const all = usageDays(items, toOverviewPeriod(summary?.period_start, summary?.period_end))
          return (
            <>
              {view === 'chart' ? <Chart days={all} /> : <UsageDaysTable days={all} />}
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

function Chart({ days }: { readonly days: readonly ValuedDay[] }) {
  const t = useTranslations('overview.days')
  const { forecast, planEnd } = useOutlook(useMeter().data ?? {})
  return (
    <CardBody>
      <DaysChart label={t('title')} days={days} forecast={forecast} planEnd={planEnd} height={CHART_PX} />
    </CardBody>
  )
}

'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import type { Answer } from '@/lib/client/client'

import { PoolRow } from './pool-row'
import { poolsOf } from './pools'
import { PoolsSkeleton } from './pools-skeleton'
import { useDays, useMeter, useSummary } from './use-usage'

export function PoolsCard() {
  const t = useTranslations('overview.pools')
  return (
    <Card labelledBy="pools-title">
      <CardHeader
        title={t('title')}
        titleId="pools-title"
        aside={<span className="max-sm:sr-only">{t('hint')}</span>}
      />
      <QueryView query={useSummary()} skeleton={<PoolsSkeleton />} what={t('what')}>
        {(summary) => <Pools summary={summary} />}
      </QueryView>
    </Card>
  )
}

function Pools({ summary }: { readonly summary: Answer<'usage.summary'> }) {
  const meter = useMeter().data
  const days = useDays().data?.items ?? []
  const now = new Date(useClock())
  return (
    <ul className="divide-y">
      {poolsOf({ summary, meter, days, now }).map((pool) => (
        <PoolRow key={pool.name} pool={pool} now={now} />
      ))}
    </ul>
  )
}

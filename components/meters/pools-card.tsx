'use client'

import { useTranslations } from 'use-intl'

import { useRefusals } from '@/components/layout/payment/use-refusals'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'

import { PoolsSkeleton } from './meter-skeletons'
import { PoolRow } from './pool-row'
import { toPoolViews } from './pools'
import { useMeteredDays, useMeter, useSummary } from './use-meters'

interface PoolsCardProps {
  /** The current month, if the page queries its days by month. */
  readonly month?: Month
}

export function PoolsCard({ month }: PoolsCardProps) {
  const t = useTranslations('meters.pools')
  return (
    <Card title={t('title')} aside={<span className="max-sm:sr-only">{t('hint')}</span>}>
      <QueryView query={useSummary()} skeleton={<PoolsSkeleton />} contentName={t('what')}>
        {(summary) => <Pools summary={summary} month={month} />}
      </QueryView>
    </Card>
  )
}

interface PoolsProps {
  readonly summary: OperationAnswer<'usage.summary'>
  readonly month: Month | undefined
}

function Pools({ summary, month }: PoolsProps) {
  const meter = useMeter().data
  const days = useMeteredDays(month).data?.items ?? []
  const refusals = useRefusals()
  const facts = useAccountFacts()
  const now = new Date(useClock())
  return (
    <ul className="divide-y">
      {toPoolViews({ summary, meter, days, now, refusals, facts }).map((pool) => (
        <PoolRow key={pool.name} pool={pool} now={now} />
      ))}
    </ul>
  )
}

'use client'

import { useTranslations } from 'use-intl'

import { useRefusals } from '@/components/layout/payment/use-refusals'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { LookupsCard } from '@/components/meters/lookups-card'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { PoolTile } from '@/components/meters/pool-tile'
import { type PoolView, toPoolViews } from '@/components/meters/pools'
import { useMeteredDays, useMeter, useSummary } from '@/components/meters/use-meters'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import type { OperationAnswer } from '@/lib/client/client'
import { pools } from '@/lib/domain/usage/pools'
import { readStanding } from '@/lib/domain/usage/standing'

import { RecentEventsCard } from './events-card'
import { OverviewHeader } from './overview-header'
import { PoolsSectionSkeleton } from './overview-skeletons'
import { ReportsCard } from './reports-card'
import { UsageDaysCard } from './usage-days-card'

export function Overview() {
  return (
    <>
      <OverviewHeader />
      <MeterNotesLazy source="summary and meter" />
      <div className="grid grid-cols-1 gap-4">
        <PoolsSection />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
          <UsageDaysCard />
          <RecentEventsCard />
        </div>
        <ReportsCard />
      </div>
    </>
  )
}

function PoolsSection() {
  const t = useTranslations('meters.pools')
  const summary = useSummary()
  const hasFailed = summary.isError && summary.data === undefined
  const view = (
    <QueryView query={summary} skeleton={<PoolsSectionSkeleton />} contentName={t('what')}>
      {(data) => <Pools summary={data} />}
    </QueryView>
  )
  return (
    <section aria-labelledby="pools-title">
      <h2 id="pools-title" className="sr-only">
        {t('title')}
      </h2>
      {hasFailed ? <Card>{view}</Card> : view}
    </section>
  )
}

function Pools({ summary }: { readonly summary: OperationAnswer<'usage.summary'> }) {
  const meter = useMeter().data
  const days = useMeteredDays().data?.items ?? []
  const [refusals, facts] = [useRefusals(), useAccountFacts()]
  const now = new Date(useClock())
  const views = toPoolViews({ summary, meter, days, now, refusals, facts })
  const sellsOverage = ({ name }: PoolView) => pools[name].sellsOverage
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      {views.filter(sellsOverage).map((pool) => (
        <li key={pool.name} className="min-w-0 sm:col-span-3">
          <LookupsCard pool={pool} meter={meter ?? {}} standing={readStanding(meter ?? {}, facts)} now={now} />
        </li>
      ))}
      {views
        .filter((view) => !sellsOverage(view))
        .map((pool) => (
          <li key={pool.name} className="min-w-0">
            <PoolTile pool={pool} now={now} />
          </li>
        ))}
    </ul>
  )
}

'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useRefusals } from '@/components/layout/use-refusals'
import { LookupsCard } from '@/components/meters/lookups-card'
import { PoolTile } from '@/components/meters/pool-tile'
import { poolsOf } from '@/components/meters/pools'
import { useDays, useMeter, useSummary } from '@/components/meters/use-meters'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import type { Answer } from '@/lib/client/client'
import { standingOf } from '@/lib/domain/standing'

import { PoolsSectionSkeleton } from './pools-section-skeleton'

/** The pool that costs money on its own line, the others below it. */
export function PoolsSection() {
  const t = useTranslations('meters.pools')
  const summary = useSummary()
  const hasFailed = summary.isError && summary.data === undefined
  const view = (
    <QueryView query={summary} skeleton={<PoolsSectionSkeleton />} what={t('what')}>
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

function Pools({ summary }: { readonly summary: Answer<'usage.summary'> }) {
  const meter = useMeter().data
  const days = useDays().data?.items ?? []
  const [refusals, facts] = [useRefusals(), useAccountFacts()]
  const now = new Date(useClock())
  const [lookups, ...others] = poolsOf({ summary, meter, days, now, refusals, facts })
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      {lookups && (
        <li className="min-w-0 sm:col-span-3">
          <LookupsCard pool={lookups} meter={meter ?? {}} standing={standingOf(meter ?? {}, facts)} now={now} />
        </li>
      )}
      {others.map((pool) => (
        <li key={pool.name} className="min-w-0">
          <PoolTile pool={pool} now={now} />
        </li>
      ))}
    </ul>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
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
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { OperationAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { pools } from '@/lib/domain/usage/pools'
import { readStanding } from '@/lib/domain/usage/standing'

import { AttentionCard } from './attention-card'
import { OverviewHeader } from './overview-header'
import { EVENTS_SHOWN } from './overview-queries'
import { DaysSkeleton, ListSkeleton, PoolsSectionSkeleton } from './overview-skeletons'
import { ReportsLine } from './reports-line'
import type { UsageDaysProps } from './usage-days-card'
import { type LatestEvents, useLatestEvents, useShowsEvents } from './use-latest-events'
import type { WelcomeProps } from './welcome'

const Welcome = lazyComponent<WelcomeProps>(
  async () => (await import('./welcome')).Welcome,
  () => <PoolsSectionSkeleton />,
)

const UsageDays = deferredComponent<UsageDaysProps>(
  async () => (await import('./usage-days-card')).UsageDaysCard,
  function Waiting() {
    const t = useTranslations('overview.days')
    return (
      <Card title={t('title')}>
        <DaysSkeleton />
      </Card>
    )
  },
)

const RecentEvents = deferredComponent<{ readonly events: LatestEvents }>(
  async () => (await import('./events-card')).RecentEventsCard,
  function Waiting() {
    const t = useTranslations('overview.events')
    return (
      <Card title={t('title')}>
        <ListSkeleton rows={EVENTS_SHOWN} />
      </Card>
    )
  },
)

interface OverviewProps {
  /** Address of the service, for the example call of a developer. */
  readonly server: string
}

export function Overview({ server }: OverviewProps) {
  const steps = useQuery(panelQuery('firstSteps.get', {})).data
  const isUnused = useMeter().data?.used === 0
  const { stop } = readStanding(useMeter().data ?? {}, useAccountFacts())
  const welcome = steps?.is_shown === true && <Welcome steps={steps} server={server} />
  // A new account has no figures yet, so the steps are its page.
  if (welcome !== false && isUnused && stop === null) return <FirstPage>{welcome}</FirstPage>
  return (
    <>
      <OverviewHeader />
      <MeterNotesLazy source="summary and meter" />
      <div className="grid grid-cols-1 gap-4">
        {welcome}
        <AttentionCard />
        <PoolsSection />
        <DaysAndEvents />
        <ReportsLine />
      </div>
    </>
  )
}

function FirstPage({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('overview.welcome')
  return (
    <>
      <PageHeader title={t('title')} subtitle={<p className="mt-1 max-w-3xl">{t('purpose')}</p>} />
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </>
  )
}

/** Below the first screen, and loaded after it. */
function DaysAndEvents() {
  const events = useLatestEvents()
  const usage: UsageDaysProps = { days: useMeteredDays(), summary: useSummary().data, meter: useMeter().data }
  if (!useShowsEvents(events)) return <UsageDays {...usage} />
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
      <UsageDays {...usage} />
      <RecentEvents events={events} />
    </div>
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

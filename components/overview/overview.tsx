'use client'

import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { OverageCard } from '@/components/meters/overage-card'
import { PoolsCard } from '@/components/meters/pools-card'

import { EventsCard } from './events-card'
import { OverviewHeader } from './overview-header'
import { ReportsCard } from './reports-card'
import { SubscriptionBanner } from './subscription-banner'
import { UsageDaysCard } from './usage-days-card'

/** The account at a glance. Each card loads and fails by itself. */
export function Overview() {
  return (
    <>
      <OverviewHeader />
      <SubscriptionBanner />
      <MeterNotesLazy of="summary and meter" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <div className="lg:col-span-2">
          <PoolsCard />
        </div>
        <UsageDaysCard />
        <OverageCard />
        <EventsCard />
        <ReportsCard />
      </div>
    </>
  )
}

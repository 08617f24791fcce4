'use client'

import { EventsCard } from './events-card'
import { OverageCard } from './overage-card'
import { OverviewHeader } from './overview-header'
import { PoolsCard } from './pools-card'
import { ReportsCard } from './reports-card'
import { SubscriptionBanner } from './subscription-banner'
import { UsageDaysCard } from './usage-days-card'

/** The account at a glance. Each card loads and fails by itself. */
export function Overview() {
  return (
    <>
      <OverviewHeader />
      <SubscriptionBanner />
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

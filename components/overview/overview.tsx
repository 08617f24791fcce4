'use client'

import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'

import { RecentEventsCard } from './events-card'
import { OverviewHeader } from './overview-header'
import { PoolsSection } from './pools-section'
import { ReportsCard } from './reports-card'
import { UsageDaysCard } from './usage-days-card'

/** The account at a glance: the money first, then the pools. Each card loads and fails by itself. */
export function Overview() {
  return (
    <>
      <OverviewHeader />
      <MeterNotesLazy of="summary and meter" />
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

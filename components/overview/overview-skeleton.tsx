import { PageHeader } from '@/components/layout/page-header'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton } from '@/components/ui/skeleton'

import { ListSkeleton } from './list-skeleton'
import { EVENTS_SHOWN, REPORTS_SHOWN } from './overview-queries'
import { PoolsSectionSkeleton } from './pools-section-skeleton'
import { DaysSkeleton } from './usage-days-skeleton'

/** The page's shape while its numbers are on their way. */
export function OverviewSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-80 max-w-full" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-40 rounded-md" />}
      />
      <div className="grid grid-cols-1 gap-4">
        <PoolsSectionSkeleton />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
          <CardSkeleton>
            <DaysSkeleton />
          </CardSkeleton>
          <CardSkeleton>
            <ListSkeleton rows={EVENTS_SHOWN} />
          </CardSkeleton>
        </div>
        <CardSkeleton>
          <ListSkeleton rows={REPORTS_SHOWN} />
        </CardSkeleton>
      </div>
    </>
  )
}

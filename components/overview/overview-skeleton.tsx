import { PageHeader } from '@/components/layout/page-header'
import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

import { ListSkeleton } from './list-skeleton'
import { OverageSkeleton } from './overage-skeleton'
import { EVENTS_SHOWN, REPORTS_SHOWN } from './overview-queries'
import { PoolsSkeleton } from './pools-skeleton'
import { DaysSkeleton } from './usage-days-skeleton'

const title = <Skeleton className="h-5 w-36" />

/** The page's shape while its numbers are on their way. */
export function OverviewSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-44" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-40 rounded-md" />}
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <Card className="lg:col-span-2">
          <CardHeader title={title} />
          <PoolsSkeleton />
        </Card>
        <Card>
          <CardHeader title={title} />
          <DaysSkeleton />
        </Card>
        <Card>
          <CardHeader title={title} />
          <OverageSkeleton />
        </Card>
        <Card>
          <CardHeader title={title} />
          <ListSkeleton rows={EVENTS_SHOWN} />
        </Card>
        <Card>
          <CardHeader title={title} />
          <ListSkeleton rows={REPORTS_SHOWN} />
        </Card>
      </div>
    </>
  )
}

import { PageSkeleton } from '@/components/layout/page-skeleton'
import { EVENTS_SHOWN } from '@/components/overview/overview-queries'
import { DaysSkeleton, ListSkeleton, PoolsSectionSkeleton } from '@/components/overview/overview-skeletons'
import { CardSkeleton } from '@/components/ui/card-skeleton'

export default function OverviewLoading() {
  return (
    <PageSkeleton title="w-80" actions={['w-40']}>
      <div className="grid grid-cols-1 gap-4">
        <CardSkeleton>
          <ListSkeleton rows={2} />
        </CardSkeleton>
        <PoolsSectionSkeleton />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
          <CardSkeleton>
            <DaysSkeleton />
          </CardSkeleton>
          <CardSkeleton>
            <ListSkeleton rows={EVENTS_SHOWN} />
          </CardSkeleton>
        </div>
      </div>
    </PageSkeleton>
  )
}

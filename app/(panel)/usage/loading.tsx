import { PageSkeleton } from '@/components/layout/page-skeleton'
import { OverageSkeleton, PoolsSkeleton } from '@/components/meters/meter-skeletons'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { ReconciliationSkeleton, TilesSkeleton, UsageDaysSkeleton } from '@/components/usage/usage-skeleton'

export default function UsageLoading() {
  return (
    <PageSkeleton title="w-32" subtitle="mt-1 h-4 w-72" actions={['w-56']}>
      <div className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
          <CardSkeleton>
            <PoolsSkeleton />
          </CardSkeleton>
          <CardSkeleton>
            <OverageSkeleton />
          </CardSkeleton>
        </div>
        <CardSkeleton>
          <ReconciliationSkeleton />
        </CardSkeleton>
        <CardSkeleton>
          <TilesSkeleton />
        </CardSkeleton>
        <CardSkeleton>
          <UsageDaysSkeleton />
        </CardSkeleton>
      </div>
    </PageSkeleton>
  )
}

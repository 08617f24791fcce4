import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { PageHeader } from '@/components/layout/page-header'
import { OverageSkeleton } from '@/components/meters/overage-skeleton'
import { PoolsSkeleton } from '@/components/meters/pools-skeleton'
import { CardBody } from '@/components/ui/card'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton, SkeletonGroup, SkeletonRows } from '@/components/ui/skeleton'
import { dayFigures } from '@/lib/domain/usage/pools'

/** Of the chart and of its skeleton. */
export const USAGE_CHART_PX = 220
const ROWS = 8

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

/** The page's shape while it is on its way. */
export function UsageSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-32" />}
        subtitle={<Skeleton className="mt-1 h-4 w-72 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-56" />}
      />
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
    </>
  )
}

export function TilesSkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3 xl:grid-cols-6">
      {times(dayFigures.length).map((tile) => (
        <div key={tile} className="space-y-2 bg-card px-4 py-3">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

export function ReconciliationSkeleton() {
  return (
    <SkeletonGroup>
      <div className="px-4 py-3">
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
    </SkeletonGroup>
  )
}

export function UsageDaysSkeleton() {
  return (
    <>
      <CardBody className="border-b">
        <ChartSkeleton height={USAGE_CHART_PX} />
      </CardBody>
      <SkeletonRows rows={ROWS} />
    </>
  )
}

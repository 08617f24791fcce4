import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { CardBody } from '@/components/ui/card'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { dayFigures } from '@/lib/domain/usage/pools'

import { dayColumns } from './day-columns'

export const USAGE_CHART_PX = 220

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

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
      <ResourceTableSkeleton columns={dayColumns} rows={8} />
    </>
  )
}

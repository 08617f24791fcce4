import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { CardBody } from '@/components/ui/card'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { poolNames } from '@/lib/domain/usage/pools'

export const CHART_PX = 240

export function DaysSkeleton() {
  return (
    <CardBody>
      <SkeletonGroup>
        <ChartSkeleton height={CHART_PX} />
      </SkeletonGroup>
    </CardBody>
  )
}

/** Rows of two lines, as high as those of events and reports. */
export function ListSkeleton({ rows }: { readonly rows: number }) {
  return (
    <SkeletonGroup className="divide-y">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-2.5">
          <div className="flex-1">
            <div className="flex h-5 items-center">
              <Skeleton className="h-4 w-3/5" />
            </div>
            <div className="flex h-4.5 items-center">
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

export function PoolsSectionSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Tile className="h-24" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {poolNames.slice(1).map((pool) => (
          <Tile key={pool} className="h-20.5" />
        ))}
      </div>
    </div>
  )
}

function Tile({ className }: { readonly className: string }) {
  return (
    <CardSkeleton className={className}>
      <SkeletonGroup className="space-y-3 px-4 py-3">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-2 w-full rounded-full" />
      </SkeletonGroup>
    </CardSkeleton>
  )
}

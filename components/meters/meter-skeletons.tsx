import { CardBody } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { poolNames } from '@/lib/domain/usage/pools'

/** The heights of the real rows, of which the first and the last have two lines of text. */
export function PoolsSkeleton() {
  return (
    <SkeletonGroup className="divide-y">
      {poolNames.map((pool, row) => (
        <div
          key={pool}
          className={classNames(
            'grid grid-cols-[1fr_auto] items-center gap-x-3 px-4 sm:grid-cols-[11rem_1fr_11rem] sm:gap-x-8',
            row === 0 || row === poolNames.length - 1 ? 'h-20' : 'h-15.5',
          )}
        >
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-2 w-full rounded-full max-sm:hidden" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

export function OverageSkeleton() {
  return (
    <CardBody>
      <SkeletonGroup className="space-y-4">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-2 w-full rounded-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-14 w-full" />
      </SkeletonGroup>
    </CardBody>
  )
}

import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { poolNames } from '@/lib/domain/usage/pools'

/** One bar, and a small one for each of the others, as high as they will be. */
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

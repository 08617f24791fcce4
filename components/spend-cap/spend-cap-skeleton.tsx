import { CardBody } from '@/components/ui/card'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

export function SpendCapCardsSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <CardSkeleton>
        <CardBody>
          <SkeletonGroup className="space-y-4">
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-2 w-full rounded-full" />
            {['a', 'b', 'c', 'd', 'e'].map((row) => (
              <Skeleton key={row} className="h-5 w-full" />
            ))}
          </SkeletonGroup>
        </CardBody>
      </CardSkeleton>
      <CardSkeleton>
        <CardBody>
          <SkeletonGroup className="space-y-3">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-8.5 w-32" />
          </SkeletonGroup>
        </CardBody>
      </CardSkeleton>
    </div>
  )
}

import { CardBody } from '@/components/ui/card'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

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

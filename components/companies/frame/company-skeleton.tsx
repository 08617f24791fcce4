import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

/** Of the shape of the page: name, numbers, tabs, one part. */
export function CompanySkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-7 w-2/5" />
      <Skeleton className="mt-2.5 mb-6 h-4 w-3/5" />
      <Skeleton className="mb-4 h-9 w-full" />
      <SkeletonCard rows={8} />
    </SkeletonGroup>
  )
}

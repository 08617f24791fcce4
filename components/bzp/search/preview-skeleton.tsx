import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

/** It has the height of the count with its bars. */
export function PreviewSkeleton() {
  return (
    <SkeletonGroup className="px-4 pt-3.5 pb-4">
      <Skeleton className="h-12 w-28" />
      <Skeleton className="mt-1 h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-18 w-full" />
      <Skeleton className="mt-3 h-4 w-full" />
    </SkeletonGroup>
  )
}

'use client'

import { SameRows, Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

export function FeedSkeleton() {
  return (
    <SkeletonGroup>
      <SameRows count={12} className="flex h-14 items-center gap-4 px-4">
        <Skeleton className="h-5 w-12" />
        <div className="flex-1 space-y-1.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
        <Skeleton className="h-4 w-10" />
      </SameRows>
    </SkeletonGroup>
  )
}

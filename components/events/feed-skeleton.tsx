'use client'

import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

const ROWS = 12

export function FeedSkeleton() {
  return (
    <SkeletonGroup className="divide-y">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-4 px-4">
          <Skeleton className="h-5 w-12" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-4 w-10" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

'use client'

import { Card } from '@/components/ui/card'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

export function FiltersSkeleton() {
  return (
    <div className="grid items-start gap-4 frame:grid-cols-[20rem_minmax(0,1fr)]">
      <SkeletonCard rows={8} />
      <div className="max-frame:hidden">
        <EditorSkeleton />
      </div>
    </div>
  )
}

export function EditorSkeleton() {
  return (
    <Card>
      <SkeletonGroup className="grid gap-4 p-4">
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </SkeletonGroup>
    </Card>
  )
}

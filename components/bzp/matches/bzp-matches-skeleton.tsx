import { SameRows, Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

export function MatchRowsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-side py-1.5 pr-3 pl-3">
        <Skeleton className="h-6 w-4" />
        <Skeleton className="h-4 w-52 max-sm:hidden" />
        <span className="flex flex-wrap gap-1.5 max-sm:w-full sm:ml-auto">
          <Skeleton className="h-7 w-44 rounded-md" />
          <Skeleton className="h-7 w-28 rounded-md" />
          <Skeleton className="h-7 w-30 rounded-md" />
        </span>
      </div>
      <SameRows count={6} className="flex items-start gap-3 px-3 py-3">
        <Skeleton className="size-4 shrink-0" />
        <div className="min-w-0 flex-1 space-y-1">
          <Skeleton className="h-5 w-3/5 max-sm:h-10 max-sm:w-full" />
          <Skeleton className="h-5 w-2/5 max-sm:h-10 max-sm:w-4/5" />
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-48" />
        </div>
      </SameRows>
    </SkeletonGroup>
  )
}

import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

const ROWS = 4

/** The bar over the alerts, the head of their table, and a few of them. */
export function AlertRowsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
        <Skeleton className="h-8.5 w-full rounded-md sm:w-56" />
        <Skeleton className="h-5 w-16" />
        <Skeleton className="ml-auto h-7 w-44 rounded-md" />
      </div>
      <div className="flex h-10 items-center border-b px-4 max-sm:hidden">
        <Skeleton className="size-4" />
      </div>
      <div className="divide-y">
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className="flex items-start gap-4 px-4 py-2.5">
            <Skeleton className="size-4 shrink-0" />
            <div className="w-80 max-w-full space-y-1">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="h-20 w-4/5 sm:hidden" />
            </div>
            <Skeleton className="h-5 w-24 max-sm:hidden" />
            <Skeleton className="h-5 w-40 max-sm:hidden" />
            <Skeleton className="ml-auto h-5 w-16" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

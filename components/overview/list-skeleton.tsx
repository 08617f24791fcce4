import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

/** Rows of two lines, as high as those of the events and reports that will stand there. */
export function ListSkeleton({ rows }: { readonly rows: number }) {
  return (
    <SkeletonGroup className="divide-y">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-2.5">
          <div className="flex-1">
            <div className="flex h-5 items-center">
              <Skeleton className="h-4 w-3/5" />
            </div>
            <div className="flex h-4.5 items-center">
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

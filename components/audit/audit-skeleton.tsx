import { PageHeader } from '@/components/layout/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

const ROWS = 12
const FIELDS = 4

/** The page's shape while it is on its way. */
export function AuditSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-44" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
      />
      <Skeleton className="mb-4 h-7 w-36" />
      <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {Array.from({ length: FIELDS }, (_, field) => (
          <Skeleton key={field} className="h-14" />
        ))}
      </div>
      <SkeletonCard rows={ROWS} />
    </>
  )
}

import { PageHeader } from '@/components/layout/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

const ROWS = 4

/** The page's shape while it is on its way. */
export function RulesSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-44" />}
        subtitle={<Skeleton className="h-5 w-96 max-w-full max-sm:h-10" />}
        actions={<Skeleton className="h-8.5 w-32 rounded-md" />}
      />
      <SkeletonCard rows={ROWS} />
    </>
  )
}

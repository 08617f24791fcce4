import { PageSkeleton } from '@/components/layout/page-skeleton'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export default function ReportsLoading() {
  return (
    <PageSkeleton title="w-32">
      <Skeleton className="mb-4 h-8 w-full max-w-2xl" />
      <CardSkeleton>
        <SkeletonRows rows={12} />
      </CardSkeleton>
    </PageSkeleton>
  )
}

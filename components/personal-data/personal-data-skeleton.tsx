import { PageHeader } from '@/components/layout/page-header'
import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

const ROWS = 8

/** The page's shape while it is on its way. */
export function PersonalDataSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-40" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
      />
      <Skeleton className="mb-4 h-20 w-96 max-w-full" />
      <Card>
        <CardHeader title={<Skeleton className="h-5 w-28" />} />
        <SkeletonRows rows={ROWS} />
      </Card>
    </>
  )
}

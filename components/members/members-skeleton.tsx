import { PageHeader } from '@/components/layout/page-header'
import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export function MembersSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-32" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-32 rounded-md" />}
      />
      <Card>
        <CardHeader title={<Skeleton className="h-5 w-40" />} />
        <SkeletonRows rows={4} />
      </Card>
    </>
  )
}

import { PageHeader } from '@/components/layout/page-header'
import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export function SettingsApiSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-40" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-32 rounded-md" />}
      />
      <Card>
        <CardHeader title={<Skeleton className="h-5 w-28" />} />
        <SkeletonRows rows={3} />
      </Card>
    </>
  )
}

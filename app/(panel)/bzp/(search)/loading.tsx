import { PreviewSkeleton } from '@/components/bzp/search/preview-skeleton'
import { PageSkeleton } from '@/components/layout/page-skeleton'
import { Card, CardBody } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

export default function BzpLoading() {
  return (
    <PageSkeleton title="w-32" actions={['w-40']}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Card>
          <CardBody className="space-y-3.5">
            {Array.from({ length: 6 }, (_, field) => (
              <div key={field}>
                <Skeleton className="mb-1.5 h-5 w-28" />
                <Skeleton className="h-8.5 w-full" />
              </div>
            ))}
          </CardBody>
        </Card>
        <div className="grid gap-4">
          <Card>
            <PreviewSkeleton />
          </Card>
          <SkeletonCard rows={3} />
        </div>
      </div>
    </PageSkeleton>
  )
}

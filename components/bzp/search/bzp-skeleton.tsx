import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

import { PreviewSkeleton } from './preview-skeleton'

const FIELDS = 6

/** The page's shape while it is on its way. */
export function BzpSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-32" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-40 rounded-md" />}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Card>
          <CardBody className="space-y-3.5">
            {Array.from({ length: FIELDS }, (_, field) => (
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
    </>
  )
}

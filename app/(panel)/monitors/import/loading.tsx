import { PlainPageSkeleton } from '@/components/layout/page-skeleton'
import { Card, CardBody } from '@/components/ui/card'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <PlainPageSkeleton title="w-40" actions={['w-52']}>
      <Card>
        <CardBody>
          <SkeletonGroup className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-48" />
            <Skeleton className="h-48" />
          </SkeletonGroup>
        </CardBody>
      </Card>
    </PlainPageSkeleton>
  )
}

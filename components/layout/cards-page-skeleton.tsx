import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

import { PageHeader } from './page-header'

/** A settings page of three cards while it loads. */
export function CardsPageSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-32" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
      />
      <div className="grid grid-cols-1 gap-4">
        {['a', 'b', 'c'].map((card) => (
          <Card key={card}>
            <CardHeader title={<Skeleton className="h-5 w-40" />} />
            <SkeletonRows rows={3} />
          </Card>
        ))}
      </div>
    </>
  )
}

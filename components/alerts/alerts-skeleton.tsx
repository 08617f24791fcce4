import { PageHeader } from '@/components/layout/page-header'
import { Card, CardHeader } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export function AlertsSkeleton() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-48" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
        actions={<Skeleton className="h-8.5 w-32 rounded-md" />}
      />
      <div className="grid grid-cols-1 gap-4">
        {['a', 'b'].map((card) => (
          <Card key={card}>
            <CardHeader title={<Skeleton className="h-5 w-40" />} />
            <SkeletonRows rows={2} />
          </Card>
        ))}
      </div>
    </>
  )
}

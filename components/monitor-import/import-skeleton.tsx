import { Card, CardBody } from '@/components/ui/card'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

/** The whole page's shape, before its code and messages are there. */
export function ImportLoading() {
  return (
    <>
      <div className="mb-4 flex h-12 items-end justify-between">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-8.5 w-52" />
      </div>
      <Card>
        <CardBody>
          <SkeletonGroup className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-48" />
            <Skeleton className="h-48" />
          </SkeletonGroup>
        </CardBody>
      </Card>
    </>
  )
}

import { PlainPageSkeleton } from '@/components/layout/page-skeleton'
import { MonitorsSkeleton } from '@/components/monitors/monitors-skeleton'
import { Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <PlainPageSkeleton title="w-32" actions={['w-32']}>
      <Skeleton className="mb-3 h-8.5 w-72" />
      <MonitorsSkeleton />
    </PlainPageSkeleton>
  )
}

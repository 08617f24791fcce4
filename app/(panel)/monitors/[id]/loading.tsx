import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

export default function MonitorLoading() {
  return (
    <>
      <Skeleton className="mb-2 h-4 w-24" />
      <Skeleton className="mb-4 h-7 w-80 max-w-full" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <SkeletonCard rows={8} />
        <SkeletonCard rows={6} />
      </div>
    </>
  )
}

import { FeedSkeleton } from '@/components/events/feed-skeleton'
import { Skeleton } from '@/components/ui/skeleton'

export default function EventsLoading() {
  return (
    <>
      <div className="mb-4 space-y-2">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-4 w-64" />
      </div>
      <Skeleton className="mb-4 h-8 w-full max-w-xl" />
      <div className="overflow-clip rounded-lg border bg-card">
        <FeedSkeleton />
      </div>
    </>
  )
}

import { MatchRowsSkeleton } from '@/components/bzp/matches/bzp-matches-skeleton'
import { PageSkeleton } from '@/components/layout/page-skeleton'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const STATES = ['w-20', 'w-16', 'w-26', 'w-16', 'w-24']

export default function Loading() {
  return (
    <PageSkeleton title="w-60" subtitle="h-5 w-64" actions={['w-56']}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-1.5">
          {STATES.map((width, index) => (
            <Skeleton key={index} className={`h-8 rounded-md ${width}`} />
          ))}
        </div>
        <Skeleton className="h-8.5 w-full rounded-md sm:w-56" />
        <Skeleton className="h-8.5 w-full rounded-md sm:w-80" />
      </div>
      <Card>
        <MatchRowsSkeleton />
      </Card>
    </PageSkeleton>
  )
}

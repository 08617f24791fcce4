import { PageSkeleton } from '@/components/layout/page-skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'

export default function NotificationsLoading() {
  return (
    <PageSkeleton title="w-44" subtitle="h-5 w-96 max-sm:h-10" actions={['w-32']}>
      <SkeletonCard rows={4} />
    </PageSkeleton>
  )
}

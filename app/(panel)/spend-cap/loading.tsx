import { PageSkeleton } from '@/components/layout/page-skeleton'
import { SpendCapCardsSkeleton } from '@/components/spend-cap/spend-cap-skeleton'

export default function SpendCapLoading() {
  return (
    <PageSkeleton title="w-48">
      <SpendCapCardsSkeleton />
    </PageSkeleton>
  )
}

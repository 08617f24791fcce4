import { FiltersSkeleton } from '@/components/filters/filters-skeleton'
import { PlainPageSkeleton } from '@/components/layout/page-skeleton'

export default function Loading() {
  return (
    <PlainPageSkeleton title="w-28" actions={['w-28']}>
      <FiltersSkeleton />
    </PlainPageSkeleton>
  )
}

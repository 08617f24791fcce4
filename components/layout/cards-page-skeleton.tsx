import { CardSkeleton } from '@/components/ui/card-skeleton'
import { SkeletonRows } from '@/components/ui/skeleton'

import { PageSkeleton } from './page-skeleton'

export function CardsPageSkeleton() {
  return (
    <PageSkeleton title="w-32">
      <div className="grid grid-cols-1 gap-4">
        {['a', 'b', 'c'].map((card) => (
          <CardSkeleton key={card}>
            <SkeletonRows rows={3} />
          </CardSkeleton>
        ))}
      </div>
    </PageSkeleton>
  )
}

import { AlertRowsSkeleton } from '@/components/bzp/alerts/alert-columns'
import { PageSkeleton } from '@/components/layout/page-skeleton'
import { Card } from '@/components/ui/card'

export default function Loading() {
  return (
    <PageSkeleton title="w-32" subtitle="h-5 w-96 max-sm:h-10" actions={['w-28', 'w-32']}>
      <Card>
        <AlertRowsSkeleton />
      </Card>
    </PageSkeleton>
  )
}

import { PageSkeleton } from '@/components/layout/page-skeleton'
import { personColumns } from '@/components/personal-data/columns'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Skeleton } from '@/components/ui/skeleton'

export default function PersonalDataLoading() {
  return (
    <PageSkeleton title="w-40">
      <Skeleton className="mb-4 h-20 w-96 max-w-full" />
      <CardSkeleton>
        <ResourceTableSkeleton columns={personColumns} rows={8} />
      </CardSkeleton>
    </PageSkeleton>
  )
}

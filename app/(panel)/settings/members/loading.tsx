import { PageSkeleton } from '@/components/layout/page-skeleton'
import { memberColumns } from '@/components/members/columns'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'

export default function MembersLoading() {
  return (
    <PageSkeleton title="w-32" actions={['w-32']}>
      <CardSkeleton>
        <ResourceTableSkeleton columns={memberColumns} rows={4} />
      </CardSkeleton>
    </PageSkeleton>
  )
}

import { keyColumns } from '@/components/keys/columns'
import { PageSkeleton } from '@/components/layout/page-skeleton'
import { CardSkeleton } from '@/components/ui/card-skeleton'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'

export default function SettingsApiLoading() {
  return (
    <PageSkeleton title="w-40" actions={['w-32']}>
      <CardSkeleton>
        <ResourceTableSkeleton columns={keyColumns} rows={3} />
      </CardSkeleton>
    </PageSkeleton>
  )
}

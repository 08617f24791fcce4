import { PageSkeleton } from '@/components/layout/page-skeleton'
import { ruleColumns, ruleRowClass } from '@/components/rules/columns'
import { Card } from '@/components/ui/card'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'

export default function NotificationsLoading() {
  return (
    <PageSkeleton title="w-44" subtitle="h-5 w-96 max-sm:h-10" actions={['w-32']}>
      <Card>
        <ResourceTableSkeleton columns={ruleColumns} rows={4} row={{ className: ruleRowClass }} />
      </Card>
    </PageSkeleton>
  )
}

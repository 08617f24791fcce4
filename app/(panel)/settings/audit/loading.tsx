import { auditColumns } from '@/components/audit/columns'
import { PageSkeleton } from '@/components/layout/page-skeleton'
import { Card } from '@/components/ui/card'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Skeleton } from '@/components/ui/skeleton'

export default function AuditLoading() {
  return (
    <PageSkeleton title="w-44">
      <Skeleton className="mb-4 h-7 w-36" />
      <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {['actor', 'action', 'target', 'days'].map((field) => (
          <Skeleton key={field} className="h-14" />
        ))}
      </div>
      <Card>
        <ResourceTableSkeleton columns={auditColumns} rows={12} className="unstacked:table-fixed" />
      </Card>
    </PageSkeleton>
  )
}

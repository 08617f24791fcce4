import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Skeleton } from '@/components/ui/skeleton'

export const alertTableColumns = {
  select: { head: 'w-10', headBar: 'w-4', cell: 'w-10 max-sm:w-auto', bar: 'w-4' },
  name: {
    cell: 'max-w-96 font-medium max-sm:col-span-2 max-sm:max-w-none max-sm:pb-1',
    bar: 'w-56 max-w-full',
    line: 'h-12',
  },
  owner: { cell: 'max-sm:col-start-2 sm:min-w-44' },
  delivery: { cell: 'max-sm:col-span-2', bar: 'w-28' },
  found: { cell: 'max-sm:col-start-2 sm:whitespace-nowrap' },
  last: { isHiddenOnTablet: true, cell: 'max-sm:col-span-2 sm:whitespace-nowrap' },
  actions: { isEnd: true, isUnnamed: true, cell: 'max-sm:col-start-4 max-sm:row-start-1', bar: 'size-7' },
}

/** On phones a row has a checkbox, name and menu, and below the name two lines of two cells. */
export const alertRowClass =
  'align-top max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] max-sm:items-start'

export function AlertRowsSkeleton() {
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
        <Skeleton className="h-8.5 w-full rounded-md sm:w-56" />
        <Skeleton className="h-5 w-16" />
        <Skeleton className="ml-auto h-7 w-44 rounded-md" />
      </div>
      <ResourceTableSkeleton columns={alertTableColumns} rows={4} row={{ className: alertRowClass }} />
    </>
  )
}

import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Skeleton } from '@/components/ui/skeleton'

export const alertTableColumns = {
  select: { head: 'w-10', headBar: 'w-4', cell: 'w-10 stacked:w-auto', bar: 'w-4' },
  name: {
    cell: 'max-w-96 font-medium stacked:col-span-2 stacked:max-w-none stacked:pb-1',
    bar: 'w-56 max-w-full',
    line: 'h-12',
  },
  owner: { cell: 'stacked:col-start-2 unstacked:min-w-44' },
  delivery: { cell: 'stacked:col-span-2', bar: 'w-28' },
  found: { cell: 'stacked:col-start-2 unstacked:whitespace-nowrap' },
  last: { isHiddenOnTablet: true, cell: 'stacked:col-span-2 unstacked:whitespace-nowrap' },
  actions: { isEnd: true, isUnnamed: true, cell: 'stacked:col-start-4 stacked:row-start-1', bar: 'size-7' },
}

/** On phones a row has a checkbox, name and menu, and below the name two lines of two cells. */
export const alertRowClass =
  'align-top stacked:grid stacked:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] stacked:items-start'

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

'use client'

import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

import { defaultColumns, listColumns } from './columns'
import { gridStyle, rowGrid } from './table/row-layout'

const ROWS = 14

/** The table's shape while its first rows come. */
export function MonitorsSkeleton() {
  return (
    <Card>
      <SkeletonGroup>
        <div className="h-12 border-b bg-side" />
        <div className="h-[2.125rem] border-b two-line:hidden" />
        {Array.from({ length: ROWS }, (_, row) => (
          <div
            key={row}
            style={gridStyle(defaultColumns)}
            className={classNames(rowGrid, 'h-[37px] border-b two-line:h-[58px]')}
          >
            <span className="mx-auto">
              <Skeleton className="size-4" />
            </span>
            {defaultColumns.map((id) => {
              const { skeleton } = listColumns[id]
              return <Skeleton key={id} className={classNames('h-3.5', skeleton[row % skeleton.length])} />
            })}
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  )
}

/** The whole page's shape, before its code and messages are there. */
export function MonitorsLoading() {
  return (
    <>
      <div className="mb-4 flex h-12 items-end justify-between">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-8.5 w-32" />
      </div>
      <Skeleton className="mb-3 h-8.5 w-72" />
      <MonitorsSkeleton />
    </>
  )
}

'use client'

import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

import { defaultColumns, gridStyle, rowGrid } from './row-layout'

const ROWS = 14
const widths = ['w-3/5', 'w-2/5', 'w-1/2']

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
            <Skeleton className={classNames('mx-2 h-3.5', widths[row % 3])} />
            <Skeleton className="mx-2 h-3.5 w-28 two-line:col-start-2" />
            <Skeleton className="mx-2 h-3.5 w-24 two-line:hidden" />
            <Skeleton className="mx-2 h-3.5 w-10 two-line:hidden" />
            <Skeleton className="mr-4 ml-auto h-3.5 w-16 two-line:hidden" />
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

'use client'

import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'

import { defaultColumns, listColumns } from './columns'
import { gridStyle, rowGrid } from './table/row-layout'

const ROWS = 14

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

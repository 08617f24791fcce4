'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { QueryView } from '@/components/layout/query-states'
import { ResourceTable, type ResourceTableProps, ResourceTableSkeleton } from '@/components/ui/resource-table'

interface ResourceListProps<Id extends string, Row> extends Omit<ResourceTableProps<Id, Row>, 'rows'> {
  readonly query: UseQueryResult<{ readonly items: readonly Row[] }>
  /** What the message "Could not load: …" names. */
  readonly contentName: string
  /** The expected number of rows, for the skeleton. */
  readonly expectedRows: number
  readonly empty?: ReactNode
}

export function ResourceList<Id extends string, Row>(props: ResourceListProps<Id, Row>) {
  const { query, contentName, expectedRows, empty, ...table } = props
  return (
    <QueryView
      query={query}
      contentName={contentName}
      skeleton={<ResourceTableSkeleton columns={table.columns} rows={expectedRows} className={table.className ?? ''} />}
      isEmpty={({ items }) => empty !== undefined && items.length === 0}
      empty={empty}
    >
      {({ items }) => <ResourceTable {...table} rows={items} />}
    </QueryView>
  )
}

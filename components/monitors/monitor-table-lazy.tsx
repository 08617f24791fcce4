'use client'

import { latePart } from '@/components/ui/late-part'

import { FirstRows } from './first-rows'
import type { MonitorTableProps } from './monitor-table'

const useTable = latePart(() => import('./monitor-table').then((module) => module.MonitorTable))

/** The table with its virtualiser, fetched after the page has loaded; until then its first rows, which the server made. */
export function MonitorTableLazy(props: MonitorTableProps) {
  const Table = useTable()
  return Table ? <Table {...props} /> : <FirstRows {...props} />
}

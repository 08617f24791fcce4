'use client'

import { latePart } from '@/components/ui/late-part'

import { FirstRows } from './first-rows'
import type { MonitorTableProps } from './monitor-table'

/** The table with its virtualiser, fetched after the page has loaded; until then its first rows, which the server made. */
export const MonitorTableLazy = latePart<MonitorTableProps>(
  () => import('./monitor-table').then((module) => module.MonitorTable),
  FirstRows,
)

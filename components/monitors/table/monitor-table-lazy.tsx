'use client'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import { FirstRows } from './first-rows'
import type { MonitorTableProps } from './monitor-table'

/** The table with its virtualiser, fetched after the page has loaded; until then its first rows, which the server made. */
export const MonitorTableLazy = deferredComponent<MonitorTableProps>(
  () => import('./monitor-table').then((module) => module.MonitorTable),
  FirstRows,
)

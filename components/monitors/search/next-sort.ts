import { listColumns, type MonitorSortKey } from '../columns'
import type { MonitorSort } from './monitor-search'

/** Cycles through the default direction, the other one, and the service's own order. */
export function nextMonitorSort(sort: MonitorSort | undefined, by: MonitorSortKey): MonitorSort | undefined {
  const isDescendingFirst = listColumns[by].sort.isNewestFirst
  if (sort?.by !== by) return { by, isDescending: isDescendingFirst }
  return sort.isDescending === isDescendingFirst ? { by, isDescending: !isDescendingFirst } : undefined
}

import { listColumns, type MonitorSortKey } from '../columns'
import type { MonitorSort } from './monitor-search'

/** Cycles through the default direction, the other one, and the service's own order. */
export function nextMonitorSort(sort: MonitorSort | undefined, by: MonitorSortKey): MonitorSort | undefined {
  const usual = listColumns[by].sort.isNewestFirst
  if (sort?.by !== by) return { by, isDescending: usual }
  return sort.isDescending === usual ? { by, isDescending: !usual } : undefined
}

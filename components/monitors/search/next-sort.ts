import { listColumns, type MonitorSortKey } from '../columns'
import type { MonitorSort } from './monitor-search'

/** First the usual direction, then the other one, then the service's own order again. */
export function nextMonitorSort(sort: MonitorSort | undefined, by: MonitorSortKey): MonitorSort | undefined {
  const usual = listColumns[by].sort.isNewestFirst
  if (sort?.by !== by) return { by, isDescending: usual }
  return sort.isDescending === usual ? { by, isDescending: !usual } : undefined
}

import type { MonitorSort, SortKey } from './monitor-search'

/** Times are asked for newest first, everything else from its beginning. */
const beginsDescending = (by: SortKey): boolean => by === 'event' || by === 'created'

/** First the usual direction, then the other one, then the service's own order again. */
export function nextSort(sort: MonitorSort | undefined, by: SortKey): MonitorSort | undefined {
  const usual = beginsDescending(by)
  if (sort?.by !== by) return { by, isDescending: usual }
  return sort.isDescending === usual ? { by, isDescending: !usual } : undefined
}

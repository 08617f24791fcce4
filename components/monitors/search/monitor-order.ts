import { listColumns } from '../columns'
import type { MonitorEntry } from './monitor-entry'
import type { MonitorSort } from './monitor-search'

/** Sorts by a column; equal entries retain the service's order. */
export function orderEntries(entries: readonly MonitorEntry[], sort: MonitorSort): readonly MonitorEntry[] {
  const { keyOf } = listColumns[sort.by].sort
  const direction = sort.isDescending ? -1 : 1
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort(({ key: a }, { key: b }) => {
      if (a === b) return 0
      if (a === undefined) return 1
      if (b === undefined) return -1
      return a < b ? -direction : direction
    })
    .map(({ entry }) => entry)
}

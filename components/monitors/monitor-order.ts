import type { MonitorEntry } from './monitor-entry'
import type { MonitorSort, SortKey } from './monitor-search'
import { polishKey } from './polish-key'

/** What a column sorts by; undefined stands last in either direction. */
const keys: Readonly<Record<SortKey, (entry: MonitorEntry) => string | undefined>> = {
  subject: ({ nameKey }) => nameKey || undefined,
  label: ({ monitor }) => polishKey(monitor.label ?? '') || undefined,
  identifier: ({ monitor }) =>
    monitor.identifier_value ? `${monitor.identifier_type ?? ''} ${monitor.identifier_value}` : undefined,
  source: ({ monitor }) => monitor.last_event_source ?? undefined,
  event: ({ monitor }) => monitor.last_event_at ?? undefined,
  created: ({ monitor }) => monitor.created_at ?? undefined,
}

/** The entries in the order of a column; equal ones stay as the service lists them. */
export function orderEntries(entries: readonly MonitorEntry[], sort: MonitorSort): readonly MonitorEntry[] {
  const keyOf = keys[sort.by]
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

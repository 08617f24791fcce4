import type { MonitorRecord } from '../data/monitor-record'

/** The number of monitors with each tag, by name. */
export function countTags(monitors: readonly MonitorRecord[], locale: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tags } of monitors) for (const tag of tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return new Map([...counts].toSorted(([a], [b]) => a.localeCompare(b, locale)))
}

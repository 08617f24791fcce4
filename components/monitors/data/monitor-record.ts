import type { ListedMonitor } from '@/lib/client/monitors/monitor-tuple'

/** A monitor as this panel reads it: only `id` is certain (a remote service may know fewer fields). */
export type MonitorRecord = ListedMonitor

/** What names a monitor to a person; undefined when nothing does. */
export function monitorName({ subject_name: subject, label, identifier_value: value }: MonitorRecord): string | undefined {
  return [subject, label, value].find((text) => text !== undefined && text !== null && text !== '') ?? undefined
}

import type { ListedMonitor } from '@/lib/client/monitors/monitor-tuple'

/** A monitor as the panel reads it. Only `id` is certain, because a remote service may provide fewer fields. */
export type MonitorRecord = ListedMonitor

/** The display name of a monitor; undefined without subject name, label or number. */
export function monitorName({ subject_name: subject, label, identifier_value: value }: MonitorRecord): string | undefined {
  return [subject, label, value].find((text) => text !== undefined && text !== null && text !== '') ?? undefined
}

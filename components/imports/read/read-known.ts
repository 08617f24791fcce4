import type { ListedMonitor } from '@/lib/client/monitors/monitor-tuple'
import { readMonitors } from '@/lib/client/monitors/read-monitors'
import { withRateLimit } from '@/lib/client/run-steps'

import type { KnownMonitor } from '../judge/known-monitors'

/** A monitor of a filter has no identifier, so a list cannot name it. */
export const toKnownMonitors = ({ id, identifier_type: type, identifier_value: value, label, tags }: ListedMonitor) =>
  typeof type === 'string' && typeof value === 'string'
    ? [{ id, type, value, label: label ?? null, tags: tags ?? [] }]
    : []

/** Reads every monitor of the account that watches an identifier. Waits when rate-limited and then restarts. */
export const readKnownMonitors = (
  signal: AbortSignal,
  report: (done: number, total: number | undefined) => void,
): Promise<KnownMonitor[]> =>
  withRateLimit(signal, async () => {
    const byId = new Map<string, KnownMonitor>()
    for await (const { monitors, total } of readMonitors(signal)) {
      signal.throwIfAborted()
      for (const monitor of monitors.flatMap(toKnownMonitors)) byId.set(monitor.id, monitor)
      report(byId.size, total)
    }
    return [...byId.values()]
  })

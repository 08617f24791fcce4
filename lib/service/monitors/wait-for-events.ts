import type { Parsed } from '@/lib/contract/table'
import { operationOf } from '@/lib/contract/table'
import { listEventsSince } from '@/lib/storage/monitors/monitor-events'
import type { MonitorEventTable } from '@/lib/storage/monitors/tables'

import { admitAgain } from '../admission'
import type { Context } from '../http/context'
import { eventHubOf, type EventWatch } from './event-hub'
import { takeWaitSlot } from './wait-slots'

type Query = Parsed<'updates.list'>['query']

/** At most `limit` events after `since`, ascending, narrowed as the query says. */
export const readEventsSince = ({ since, limit, ...narrowed }: Query, { dependencies, account }: Context) =>
  listEventsSince(dependencies.storage.db, {
    accountId: account.id,
    source: narrowed.source,
    monitorId: narrowed.monitor_id,
    since,
    limit,
  })

/** A watch for the events of a query, within the places that the account has for calls that wait. Throws 429. */
export async function openEventWatch(query: Query, context: Context): Promise<EventWatch> {
  const giveBack = takeWaitSlot(context)
  try {
    const watched = { accountId: context.account.id, source: query.source, monitorId: query.monitor_id }
    const watch = await eventHubOf(context.dependencies).open(watched)
    return {
      next: (ms, signal) => watch.next(ms, signal),
      close: () => {
        watch.close()
        giveBack()
      },
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

const row = { name: 'updates.list', operation: operationOf('updates.list') } as const

/** Throws what a call of now would be refused with: a key may have been deactivated while it waited. */
export const requireStillAdmitted = (context: Context): Promise<void> => admitAgain(row, context)

/** Events once there are any, or none when `wait` is over, the process stops or the caller has gone. */
export async function waitForEvents(query: Query, context: Context): Promise<MonitorEventTable[]> {
  const until = performance.now() + query.wait * 1000
  const watch = await openEventWatch(query, context)
  try {
    for (;;) {
      const rows = await readEventsSince(query, context)
      const leftMs = until - performance.now()
      if (rows.length > 0 || leftMs <= 0) return rows
      if ((await watch.next(leftMs, context.request.signal)) === 'ended') return []
      await requireStillAdmitted(context)
    }
  } finally {
    watch.close()
  }
}

import { operationOf, type Parsed } from '@/lib/contract/table'
import { HttpError } from '@/lib/http/errors'
import { listEventsSince } from '@/lib/service/monitors/statements/monitor-events'
import type { MonitorEventTable } from '@/lib/service/monitors/tables'

import { admitAgain } from '../admission'
import type { Context, ServiceDependencies } from '../http/context'
import { eventHubOf, type EventWatch } from './event-hub'

/** Simultaneous waits per account and process. */
const MAX_WAITS = 20
/** With twenty waits of at most half a minute, one ends soon. */
const RETRY_AFTER_S = 5

const waitsByOwner = new WeakMap<ServiceDependencies, Map<string, number>>()

/** The panel and the account's keys are counted separately. */
const ownerOf = ({ account, caller }: Pick<Context, 'account' | 'caller'>): string => `${caller.via} ${account.id}`

/** Claims one of the account's wait slots; the returned function releases it once. Throws 429 if all are taken. */
function claimWaitSlot(context: Pick<Context, 'account' | 'caller' | 'dependencies'>): () => void {
  const slots = waitsByOwner.get(context.dependencies) ?? new Map<string, number>()
  waitsByOwner.set(context.dependencies, slots)
  const owner = ownerOf(context)
  const openWaits = slots.get(owner) ?? 0
  if (openWaits >= MAX_WAITS) throw tooManyWaits()
  slots.set(owner, openWaits + 1)
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    const remaining = (slots.get(owner) ?? 1) - 1
    if (remaining > 0) slots.set(owner, remaining)
    else slots.delete(owner)
  }
}

const tooManyWaits = () =>
  new HttpError(
    'too_many_waits',
    `The account may have ${MAX_WAITS} calls that wait; try again in ${RETRY_AFTER_S} s`,
    {
      extra: { limit: MAX_WAITS },
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    },
  )

type Query = Parsed<'updates.list'>['query']

export const readEventsSince = ({ since, limit, ...filter }: Query, { dependencies, account }: Context) =>
  listEventsSince(dependencies.storage.db, {
    accountId: account.id,
    source: filter.source,
    monitorId: filter.monitor_id,
    since,
    limit,
  })

/** Opens a watch for the events of a query and claims a wait slot of the account. Throws 429. */
export async function openEventWatch(query: Query, context: Context): Promise<EventWatch> {
  const releaseSlot = claimWaitSlot(context)
  try {
    const watched = { accountId: context.account.id, source: query.source, monitorId: query.monitor_id }
    const watch = await eventHubOf(context.dependencies).open(watched)
    return {
      next: (ms, signal) => watch.next(ms, signal),
      close: () => {
        watch.close()
        releaseSlot()
      },
    }
  } catch (error) {
    releaseSlot()
    throw error
  }
}

const updatesOperation = { name: 'updates.list', operation: operationOf('updates.list') } as const

/** Throws what a new call would be refused with: the key may have been deactivated during the wait. */
export const requireStillAdmitted = (context: Context): Promise<void> => admitAgain(updatesOperation, context)

/**
 * Resolves with events once there are any, or with none when `wait` has passed, the process stops or the caller
 * disconnects.
 */
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

import { setTimeout } from 'node:timers/promises'

import type { PanelContext } from '@/lib/panel/context'
import type { Storage } from '@/lib/storage/storage'

import type { EventReading } from './contract'
import { RATE_LIMITED, readEvents } from './event-reader'
import { findCursor } from './statements/event-cursors'
import type { EventCursorTable } from './tables'

/** Concurrent readers of one account share one request to the service within this time. */
const FRESH_MS = 2_000
const PAGES = 20

const runningReads = new WeakMap<Storage, Map<string, Promise<void>>>()

/** The account that is read, with or without a session. */
type Reader = Pick<PanelContext, 'storage' | 'now' | 'callService' | 'log'> & {
  readonly account: { readonly id: string }
}

/**
 * Reads newer events from the service unless that just happened, and waits at most `patienceMs`; a longer catch-up
 * continues in the background. Returns the state of the copy.
 */
export async function refreshEventCopy(context: Reader, patienceMs: number): Promise<EventReading> {
  const { storage, account, now } = context
  const cursor = await findCursor(storage.db, account.id)
  if (!isFresh(cursor, now)) {
    await Promise.race([readOnce(context), setTimeout(patienceMs, undefined, { ref: false })])
  }
  return toEventReading(await findCursor(storage.db, account.id))
}

const isFresh = (cursor: EventCursorTable | undefined, now: Date): boolean =>
  cursor?.is_behind === 0 && cursor.read_at !== null && now.getTime() - Date.parse(cursor.read_at) < FRESH_MS

function readOnce(context: Reader): Promise<void> {
  const { storage, account, callService, log } = context
  const flights = runningReads.get(storage) ?? new Map<string, Promise<void>>()
  runningReads.set(storage, flights)
  const running = flights.get(account.id)
  if (running) return running
  const started = Date.now()
  // The request's time plus the time passed since, because a catch-up may outlast the request.
  const clock = () => new Date(context.now.getTime() + Date.now() - started)
  const flight = readEvents({ storage, clock, callService, accountId: account.id }, PAGES)
    .catch((error: unknown) => log.warn({ err: error, account: account.id }, 'events were not read'))
    .then(() => void flights.delete(account.id))
  flights.set(account.id, flight)
  return flight
}

export function toEventReading(cursor: EventCursorTable | undefined): EventReading {
  const { read_at: asOf = null, retry_at: retryAt = null, code = null } = cursor ?? {}
  return { state: stateOf(cursor), as_of: asOf, retry_at: retryAt, code }
}

function stateOf(cursor: EventCursorTable | undefined): EventReading['state'] {
  if (cursor?.code) return cursor.code === RATE_LIMITED ? 'limited' : 'failed'
  return cursor?.is_behind === 0 ? 'current' : 'behind'
}

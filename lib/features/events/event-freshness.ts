import { setTimeout } from 'node:timers/promises'

import type { PanelContext } from '@/lib/panel/context'
import type { Storage } from '@/lib/storage/storage'

import type { EventReading } from './contract'
import { RATE_LIMITED, readEvents } from './event-reader'
import { findCursor } from './statements/event-cursors'
import type { EventCursorTable } from './tables'

/** Several readers of one account ask the service once in this time together. */
const FRESH_MS = 2_000
const PAGES = 20

const underWay = new WeakMap<Storage, Map<string, Promise<void>>>()

/** Who asks, in a session or without one. */
type Reader = Pick<PanelContext, 'storage' | 'now' | 'ask' | 'log'> & { readonly account: { readonly id: string } }

/**
 * Asks the service for newer events, unless somebody just did, and waits for them at most `patienceMs`; a longer catch-up
 * goes on behind. Says how far the copy is then.
 */
export async function freshen(context: Reader, patienceMs: number): Promise<EventReading> {
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
  const { storage, account, ask, log } = context
  const flights = underWay.get(storage) ?? new Map<string, Promise<void>>()
  underWay.set(storage, flights)
  const known = flights.get(account.id)
  if (known) return known
  const started = Date.now()
  // The time of the request, moved on by what has passed since: a catch-up may outlast it.
  const clock = () => new Date(context.now.getTime() + Date.now() - started)
  const flight = readEvents({ storage, clock, ask, accountId: account.id }, PAGES)
    .catch((error: unknown) => log.warn({ err: error, account: account.id }, 'events not read'))
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

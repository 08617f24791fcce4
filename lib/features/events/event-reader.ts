import type { OperationAnswer } from '@/lib/client/client'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { instantAfter, refusalWait } from '@/lib/domain/back-off'
import { warsawDay } from '@/lib/domain/calendar'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { CallService } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { findCursor, lockCursor, moveCursor } from './statements/event-cursors'
import { saveEvents, type NewEvent } from './statements/panel-events'

/** The account whose events are read, and the means to read them. */
export type EventReader = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly callService: CallService
  readonly accountId: string
}

const PAGE = 1000
/** Size of a service's usual page: a full page means that more may follow. */
const FULL_PAGE = 100

/**
 * `more`: request again immediately; `current`: no newer event; `waiting`: the service refused and is not called for a
 * while.
 */
type Outcome = 'more' | 'current' | 'waiting'

/** Reads up to a number of pages, oldest first. Any number of processes may do so at once. */
export async function readEvents(reader: EventReader, pages: number): Promise<Outcome> {
  let outcome: Outcome = 'more'
  for (let page = 0; page < pages && outcome === 'more'; page += 1) outcome = await readPage(reader)
  return outcome
}

async function readPage(reader: EventReader): Promise<Outcome> {
  const { storage, clock, accountId } = reader
  const cursor = await findCursor(storage.db, accountId)
  const since = cursor?.since ?? 0
  if (cursor?.retry_at && cursor.retry_at > clock().toISOString()) return 'waiting'
  try {
    return await savePage(reader, since, await reader.callService('updates.list', { query: { since, limit: PAGE } }))
  } catch (error) {
    if (!isApiError(error)) throw error
    await recordRefusal(reader, since, error)
    return 'waiting'
  }
}

/** How the service handles a waiting request: `not-offered` if it answers empty before the time is over, or refuses. */
type LiveOutcome = 'read' | 'nothing' | 'not-offered'

/** Minimum fraction of the requested time that the service must have waited. */
const MIN_WAITED_FRACTION = 0.8

/**
 * Reads one page, for which the service may wait `waitS` seconds. A refusal is not recorded: the next request without
 * waiting meets it if it persists.
 */
export async function readLive(reader: EventReader, waitS: number): Promise<LiveOutcome> {
  const { storage, clock, accountId } = reader
  const cursor = await findCursor(storage.db, accountId)
  if (cursor?.retry_at && cursor.retry_at > clock().toISOString()) return 'not-offered'
  const since = cursor?.since ?? 0
  const startedMs = performance.now()
  try {
    const answer = await reader.callService('updates.list', { query: { since, limit: PAGE, wait: waitS } })
    const hasWaited = performance.now() - startedMs >= waitS * 1000 * MIN_WAITED_FRACTION
    await savePage(reader, since, answer)
    return outcomeOf(answer, { since, hasWaited })
  } catch (error) {
    if (!isApiError(error)) throw error
    return 'not-offered'
  }
}

/** Guards against an endless loop with a service that repeats known events. */
function outcomeOf(
  { items }: OperationAnswer<'updates.list'>,
  { since, hasWaited }: { readonly since: number; readonly hasWaited: boolean },
): LiveOutcome {
  if (items.length === 0) return hasWaited ? 'nothing' : 'not-offered'
  return items.some(({ id }) => id > since) ? 'read' : 'not-offered'
}

/** Saves the events and the advanced cursor in one transaction. */
function savePage(
  { storage, clock, accountId }: EventReader,
  since: number,
  answer: OperationAnswer<'updates.list'>,
): Promise<Outcome> {
  const now = clock()
  const events = answer.items.map((event) => toStoredEvent(event, accountId, now))
  const next = Math.max(since, answer.next_since ?? 0, ...events.map(({ id }) => id))
  const isFull = events.length >= FULL_PAGE
  return inAccounts(storage, [accountId], async (db) => {
    const cursor = await lockCursor(db, accountId)
    // Another process has read and stored all of these in between.
    if (cursor.since !== since) return 'more'
    await saveEvents(db, accountId, events)
    const to = { since: next, is_behind: Number(isFull), read_at: now.toISOString(), retry_at: null, code: null }
    await moveCursor(db, accountId, to)
    return isFull ? 'more' : 'current'
  })
}

async function recordRefusal(
  { storage, clock, accountId }: EventReader,
  since: number,
  error: ApiError,
): Promise<void> {
  const retryAt = instantAfter(clock(), refusalWait(error))
  await inAccounts(storage, [accountId], async (db) => {
    const cursor = await lockCursor(db, accountId)
    if (cursor.since !== since) return
    const code = error.status === 429 ? RATE_LIMITED : error.code
    await moveCursor(db, accountId, { retry_at: retryAt, code })
  })
}

export const RATE_LIMITED = 'rate_limited'

type ServiceEvent = OperationAnswer<'updates.list'>['items'][number]

/** The service's event without personal numbers, which the panel does not need. */
function toStoredEvent(event: ServiceEvent, accountId: string, now: Date): NewEvent {
  const at = new Date(event.created_at ?? now)
  const createdAt = Number.isNaN(at.getTime()) ? now : at
  return {
    account_id: accountId,
    id: event.id,
    monitor_id: event.monitor_id ?? '',
    source: event.source ?? '',
    announcement_id: event.announcement_id ?? '',
    ...identifierOf(event),
    subject_name: textOf(event.subject_name),
    title: textOf(event.title),
    created_at: createdAt.toISOString(),
    day: warsawDay(createdAt),
  }
}

function identifierOf({ identifier_type: type, identifier_value: value }: ServiceEvent) {
  const masked = maskPersonal({ identifier_type: type ?? '', identifier_value: value ?? '' })
  // Safe: masking preserves the keys of an object and the type of texts.
  return masked as Pick<NewEvent, 'identifier_type' | 'identifier_value'>
}

const textOf = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : String(maskPersonal(text))

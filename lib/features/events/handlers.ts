import { MAX_EVENT_TEXT } from '@/lib/contract/events'
import { isApiError } from '@/lib/domain/api-error'
import { type EventSeverity, kindsOfSeverity } from '@/lib/domain/events/event-kinds'
import { toColleague } from '@/lib/features/bzp/match-view'
import { listColleagues } from '@/lib/features/bzp/statements/readings'
import { HttpError } from '@/lib/http/errors'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'

import type { StoredEventDetails } from './contract'
import { markAllRead, markEvents, readUnread, undoMarkAllRead } from './event-reads'
import { eventFilterOf, kindsOfQuery, readerOf, toStoredEvents, viewReviews } from './event-view'
import { eventsFile } from './files'
import { isLiveOffered, isReadLive, waitForCopy } from './live-reading'
import { refreshEventCopy, toEventReading } from './refresh-event-copy'
import { reviewEvents } from './reviews'
import { eventSeverityHandlers } from './severities'
import { findCursor } from './statements/event-cursors'
import { listReviewsAfter } from './statements/event-reviews'
import { readSeverityChoices } from './statements/event-severities'
import {
  countEventsByKind,
  countStoredEvents,
  findStoredEvent,
  listStoredEventsAfter,
  listStoredEventsBefore,
  newestStoredEvent,
} from './statements/panel-events'
import { readTags } from './tag-readings'

/** How long a response waits for the service: for the list of a page, and for a request for updates. */
const LIST_PATIENCE_MS = 700
const UPDATES_PATIENCE_MS = 3_000

const list: PanelHandler<'events.list'> = async ({ query }, context) => {
  const { db } = context.storage
  const { before, limit } = query
  const reading = await refreshEventCopy(context, before === undefined ? LIST_PATIENCE_MS : 0)
  const tagsAsOf = await readTags(context, query.tag ?? [])
  // Read before the rows: what arrives in between is then returned by `events.updates` instead of being missed.
  const latest = await newestStoredEvent(db, context.account.id)
  const latestReview = (await findCursor(db, context.account.id))?.last_review ?? 0
  const choices = await readSeverityChoices(db, context.account.id)
  const filter = await eventFilterOf(query, context, choices)
  const rows = await listStoredEventsBefore(db, filter, { before: before ?? latest + 1, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const ofAllSeverities = kindsOfQuery({ kind: query.kind }, choices)
  const counts = await countEventsByKind(db, { ...filter, kinds: ofAllSeverities })
  const countOf = (severity: EventSeverity) =>
    kindsOfSeverity(severity, choices).reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
  const total = [...counts].filter(([kind]) => filter.kinds?.some((each) => each === kind) ?? true)
  return {
    items: await toStoredEvents(page, context, choices),
    total: total.reduce((sum, [, events]) => sum + events, 0),
    by_severity: { urgent: countOf('urgent'), review: countOf('review'), rest: countOf('rest') },
    given: await countStoredEvents(db, { ...filter, isFolded: false }),
    next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    latest,
    latest_review: latestReview,
    unread: await readUnread(db, readerOf(context)),
    tags_as_of: tagsAsOf,
    reading,
  }
}

const updates: PanelHandler<'events.updates'> = async ({ query }, context) => {
  const { db } = context.storage
  const { id: accountId } = context.account
  const { since, limit, wait, reviews_since: reviewsSince } = query
  const readNow = async () => toEventReading(await findCursor(db, accountId))
  const before = isReadLive(context) ? await readNow() : await refreshEventCopy(context, UPDATES_PATIENCE_MS)
  await readTags(context, query.tag ?? [])
  const choices = await readSeverityChoices(db, accountId)
  const filter = await eventFilterOf(query, context, choices)
  const hasNews = async () =>
    (await listStoredEventsAfter(db, filter, { since, limit: 1 })).length > 0 ||
    (await readReviews(context, { since: reviewsSince, limit: 1 })).items.length > 0
  if (wait > 0 && before.state === 'current') await waitForCopy(context, hasNews, wait * 1000)
  const reading = wait > 0 ? await readNow() : before
  const latest = await newestStoredEvent(db, accountId)
  const rows = await listStoredEventsAfter(db, filter, { since, limit: limit + 1 })
  const visible = rows.filter(({ id }) => id <= latest)
  const page = visible.slice(0, limit)
  const hasMoreEvents = visible.length > limit
  const reviews = await readReviews(context, { since: reviewsSince, limit })
  return {
    items: await toStoredEvents(page, context, choices),
    next_since: hasMoreEvents ? (page.at(-1)?.id ?? since) : Math.max(since, latest),
    more: hasMoreEvents || reviews.hasMore,
    is_live: reading.state === 'current' && isLiveOffered(context),
    reviews: reviews.items,
    latest_review: reviews.latest,
    unread: await readUnread(db, readerOf(context)),
    reading,
  }
}

type ReviewRange = { readonly since: number | undefined; readonly limit: number }

/** Without `since` the caller wants none, only the number from which it may continue. */
async function readReviews(context: PanelContext, { since, limit }: ReviewRange) {
  const { db } = context.storage
  const { id: accountId } = context.account
  if (since === undefined) {
    return { items: [], hasMore: false, latest: (await findCursor(db, accountId))?.last_review ?? 0 }
  }
  const rows = await listReviewsAfter(db, accountId, { since, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const items = [...(await viewReviews(page, context))].map(([id, review]) => ({ id, review }))
  return { items, hasMore: rows.length > limit, latest: page.at(-1)?.number ?? since }
}

const get: PanelHandler<'events.get'> = async ({ params }, context) => {
  const row = await findStoredEvent(context.storage.db, { accountId: context.account.id, id: params.id })
  if (!row) throw new HttpError('not_found', 'No such event')
  const [event] = await toStoredEvents([row], context)
  if (!event) throw new Error(`event ${row.id} has no view`)
  return { ...event, details: await readDetails(params.id, context) }
}

/** Fields that a remote service may leave out. */
const NO_CHANGE = { section: null, field: '', old_value: null, new_value: null }
const NO_DETAILS = { krs: null, nip: null, number: null, signature: null, court: null, published_on: null }

/** Null for a service that does not offer them, or does not answer now: the event itself is shown anyway. */
async function readDetails(id: number, { callService }: PanelContext): Promise<StoredEventDetails | null> {
  try {
    const { details } = await callService('monitorEvents.get', { params: { id } })
    if (!details) return null
    const changes = (details.changes ?? []).map((change) => ({ ...NO_CHANGE, ...change }))
    const shown = { ...NO_DETAILS, ...details, changes, text: details.text?.slice(0, MAX_EVENT_TEXT) ?? null }
    // Safe: masking preserves the shape, and JSON has no undefined field.
    return maskPersonal(shown) as StoredEventDetails
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

const unreadAnswer = async (context: PanelContext) => ({
  unread: await readUnread(context.storage.db, readerOf(context)),
})

export const panelEventHandlers: PanelHandlersOf<'events'> & PanelHandlersOf<'eventSeverities'> = {
  ...eventSeverityHandlers,
  'events.list': list,
  'events.updates': updates,
  'events.get': get,
  'events.review': reviewEvents,
  'events.file': eventsFile,
  'events.colleagues': async (_input, { storage, account }) => ({
    items: (await listColleagues(storage.db, account.id)).map(toColleague),
  }),
  'events.unread': (_input, context) => unreadAnswer(context),
  'events.mark': async ({ body }, context) => {
    await markEvents(context.storage, readerOf(context), { ids: body.ids, isRead: body.is_read })
    return unreadAnswer(context)
  },
  'events.markAll': async ({ body }, context) => {
    await readTags(context, body.tag ?? [])
    const choices = await readSeverityChoices(context.storage.db, context.account.id)
    const turn = await markAllRead(context.storage, readerOf(context), {
      upTo: body.up_to,
      filter: await eventFilterOf(body, context, choices),
    })
    return { turn, ...(await unreadAnswer(context)) }
  },
  'events.undoMarkAll': async ({ body }, context) => {
    await undoMarkAllRead(context.storage, readerOf(context), body.turn)
    return unreadAnswer(context)
  },
}

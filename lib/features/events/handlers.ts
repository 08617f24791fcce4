import type { PanelParsed } from '@/lib/features/contract'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'

import type { StoredEvent } from './contract'
import { markAllRead, markEvents, unreadAmong, undoMarkAllRead, readUnread } from './event-reads'
import { isLiveOffered, isReadLive, waitForCopy } from './live-reading'
import { refreshEventCopy, toEventReading } from './refresh-event-copy'
import { findCursor } from './statements/event-cursors'
import {
  countStoredEvents,
  type EventFilter,
  listFolded,
  listStoredEventsAfter,
  listStoredEventsBefore,
  newestStoredEvent,
} from './statements/panel-events'
import type { PanelEventTable } from './tables'
import { readTags } from './tag-readings'

/** How long a response waits for the service: for the list of a page, and for a request for updates. */
const LIST_PATIENCE_MS = 700
const UPDATES_PATIENCE_MS = 3_000

const readerOf = ({ account, user }: PanelContext) => ({ accountId: account.id, userId: user.id })

type Query = PanelParsed<'events.list' | 'events.updates'>['query'] | PanelParsed<'events.markAll'>['body']

const eventFilterOf = (query: Query, { account }: PanelContext): EventFilter => ({
  accountId: account.id,
  sources: query.source,
  tags: query.tag,
  monitorId: query.monitor_id,
  eventId: query.event,
  from: query.date_from,
  to: query.date_to,
  isFolded: true,
})

async function toAnswer(rows: readonly PanelEventTable[], context: PanelContext): Promise<StoredEvent[]> {
  const { db } = context.storage
  const leads = [...new Set(rows.map(({ lead_id: lead }) => lead))]
  const unread = await unreadAmong(db, readerOf(context), leads)
  const groups = await listFolded(db, context.account.id, leads)
  return rows.map((row) => ({
    ...toEvent(row),
    is_unread: unread.has(row.lead_id),
    also: (groups.get(row.lead_id) ?? []).filter(({ id }) => id !== row.id).map(toReportingMonitor),
  }))
}

function toEvent(row: PanelEventTable): Omit<StoredEvent, 'is_unread' | 'also'> {
  const { source, announcement_id, subject_name, title, created_at, day } = row
  return { ...toReportingMonitor(row), source, announcement_id, subject_name, title, created_at, day }
}

const toReportingMonitor = ({ id, monitor_id, identifier_type, identifier_value }: PanelEventTable) => ({
  id,
  monitor_id,
  identifier_type,
  identifier_value,
})

const list: PanelHandler<'events.list'> = async ({ query }, context) => {
  const { db } = context.storage
  const { before, limit } = query
  const reading = await refreshEventCopy(context, before === undefined ? LIST_PATIENCE_MS : 0)
  const tagsAsOf = await readTags(context, query.tag ?? [])
  // Read before the rows: an event that arrives in between is then returned by `events.updates` instead of being
  // missed.
  const latest = await newestStoredEvent(db, context.account.id)
  const filter = eventFilterOf(query, context)
  const rows = await listStoredEventsBefore(db, filter, { before: before ?? latest + 1, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const items = await toAnswer(page, context)
  return {
    items,
    total: await countStoredEvents(db, filter),
    given: await countStoredEvents(db, { ...filter, isFolded: false }),
    next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    latest,
    unread: await readUnread(db, readerOf(context)),
    tags_as_of: tagsAsOf,
    reading,
  }
}

const updates: PanelHandler<'events.updates'> = async ({ query }, context) => {
  const { db } = context.storage
  const { since, limit, wait } = query
  const readNow = async () => toEventReading(await findCursor(db, context.account.id))
  const before = isReadLive(context) ? await readNow() : await refreshEventCopy(context, UPDATES_PATIENCE_MS)
  await readTags(context, query.tag ?? [])
  const filter = eventFilterOf(query, context)
  const hasNewEvents = async () => (await listStoredEventsAfter(db, filter, { since, limit: 1 })).length > 0
  if (wait > 0 && before.state === 'current') await waitForCopy(context, hasNewEvents, wait * 1000)
  const reading = wait > 0 ? await readNow() : before
  const latest = await newestStoredEvent(db, context.account.id)
  const rows = await listStoredEventsAfter(db, filter, { since, limit: limit + 1 })
  const visible = rows.filter(({ id }) => id <= latest)
  const page = visible.slice(0, limit)
  const more = visible.length > limit
  return {
    items: await toAnswer(page, context),
    next_since: more ? (page.at(-1)?.id ?? since) : Math.max(since, latest),
    more,
    is_live: reading.state === 'current' && isLiveOffered(context),
    unread: await readUnread(db, readerOf(context)),
    reading,
  }
}

const unreadAnswer = async (context: PanelContext) => ({
  unread: await readUnread(context.storage.db, readerOf(context)),
})

export const panelEventHandlers: PanelHandlersOf<'events'> = {
  'events.list': list,
  'events.updates': updates,
  'events.unread': (_input, context) => unreadAnswer(context),
  'events.mark': async ({ body }, context) => {
    await markEvents(context.storage, readerOf(context), { ids: body.ids, isRead: body.is_read })
    return unreadAnswer(context)
  },
  'events.markAll': async ({ body }, context) => {
    await readTags(context, body.tag ?? [])
    const turn = await markAllRead(context.storage, readerOf(context), {
      upTo: body.up_to,
      filter: eventFilterOf(body, context),
    })
    return { turn, ...(await unreadAnswer(context)) }
  },
  'events.undoMarkAll': async ({ body }, context) => {
    await undoMarkAllRead(context.storage, readerOf(context), body.turn)
    return unreadAnswer(context)
  },
}

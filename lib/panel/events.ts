import type { PanelParsed } from '@/lib/contract/panel-table'
import type { KeptEvent } from '@/lib/contract/panel/events'
import type { PanelEventTable } from '@/lib/storage/panel-event-tables'
import { countKept, type EventNarrowing, listKeptAfter, listKeptBefore, newestKept } from '@/lib/storage/panel-events'

import type { PanelContext, PanelHandler, PanelHandlersOf } from './context'
import { freshen } from './event-freshness'
import { markAllRead, markEvents, unreadAmong, undoMarkAllRead, unreadOf } from './event-reads'
import { readTags } from './tag-members'

/** How long an answer waits for the service: the page that is opened, and the one that asks for news. */
const LIST_PATIENCE_MS = 700
const UPDATES_PATIENCE_MS = 3_000

const readerOf = ({ account, user }: PanelContext) => ({ accountId: account.id, userId: user.id })

type Query = PanelParsed<'events.list' | 'events.updates'>['query']

const narrowingOf = (query: Query, { account }: PanelContext): EventNarrowing => ({
  accountId: account.id,
  sources: query.source,
  tags: query.tag,
  monitorId: query.monitor_id,
  from: query.date_from,
  to: query.date_to,
})

async function toAnswer(rows: readonly PanelEventTable[], context: PanelContext): Promise<KeptEvent[]> {
  const ids = rows.map(({ id }) => id)
  const unread = await unreadAmong(context.storage.db, readerOf(context), ids)
  return rows.map((row) => toEvent(row, unread.has(row.id)))
}

function toEvent(row: PanelEventTable, isUnread: boolean): KeptEvent {
  const { id, monitor_id, source, announcement_id, identifier_type, identifier_value, ...rest } = row
  const { subject_name, title, created_at, day } = rest
  const identifier = { identifier_type, identifier_value }
  return {
    id,
    monitor_id,
    source,
    announcement_id,
    ...identifier,
    subject_name,
    title,
    created_at,
    day,
    is_unread: isUnread,
  }
}

const list: PanelHandler<'events.list'> = async ({ query }, context) => {
  const { db } = context.storage
  const { before, limit } = query
  const reading = await freshen(context, before === undefined ? LIST_PATIENCE_MS : 0)
  const tagsAsOf = await readTags(context, query.tag ?? [])
  // Before the rows: an event that comes in between is told of by `events.updates`, and not left out.
  const latest = await newestKept(db, context.account.id)
  const narrowing = narrowingOf(query, context)
  const rows = await listKeptBefore(db, narrowing, { before: before ?? latest + 1, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const items = await toAnswer(page, context)
  return {
    items,
    total: await countKept(db, narrowing),
    next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    latest,
    unread: await unreadOf(db, readerOf(context)),
    tags_as_of: tagsAsOf,
    reading,
  }
}

const updates: PanelHandler<'events.updates'> = async ({ query }, context) => {
  const { db } = context.storage
  const { since, limit } = query
  const reading = await freshen(context, UPDATES_PATIENCE_MS)
  await readTags(context, query.tag ?? [])
  const latest = await newestKept(db, context.account.id)
  const rows = await listKeptAfter(db, narrowingOf(query, context), { since, limit: limit + 1 })
  const known = rows.filter(({ id }) => id <= latest)
  const page = known.slice(0, limit)
  const more = known.length > limit
  return {
    items: await toAnswer(page, context),
    next_since: more ? (page.at(-1)?.id ?? since) : Math.max(since, latest),
    more,
    unread: await unreadOf(db, readerOf(context)),
    reading,
  }
}

const unreadAnswer = async (context: PanelContext) => ({
  unread: await unreadOf(context.storage.db, readerOf(context)),
})

export const eventHandlers: PanelHandlersOf<'events'> = {
  'events.list': list,
  'events.updates': updates,
  'events.unread': (_input, context) => unreadAnswer(context),
  'events.mark': async ({ body }, context) => {
    await markEvents(context.storage, context.user.id, { ids: body.ids, isRead: body.is_read })
    return unreadAnswer(context)
  },
  'events.markAll': async ({ body }, context) => {
    const turn = await markAllRead(context.storage, context.user.id, body.up_to)
    return { turn, ...(await unreadAnswer(context)) }
  },
  'events.undoMarkAll': async ({ body }, context) => {
    await undoMarkAllRead(context.storage, context.user.id, body.turn)
    return unreadAnswer(context)
  },
}

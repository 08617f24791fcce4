import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { EventKind } from '@/lib/domain/events/event-kinds'
import { toEventSearchText } from '@/lib/domain/events/event-search-text'
import { eventKindOf } from '@/lib/domain/events/event-titles'
import { foldEvents } from '@/lib/domain/events/fold-events'
import { EVENT_KINDS, wakeRuleChecks } from '@/lib/features/rules/statements/checks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { containsWords } from '@/lib/storage/engine/like'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

import type { reviewStates } from '../contract'
import type { PanelEventTable } from '../tables'

/** `from` and `to` are Warsaw days, both included. `tags`: monitors that carry all of them, as last read. */
export type EventFilter = {
  readonly accountId: string
  readonly sources?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly monitorId?: string | undefined
  /** Only the announcement of this event. */
  readonly eventId?: number | undefined
  /** Only the announcements with these first events; none of them if empty. */
  readonly leadIds?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Only these kinds; none of them if empty. */
  readonly kinds?: readonly EventKind[] | undefined
  /** Words of the search text, all of them. */
  readonly q?: string | undefined
  readonly state?: (typeof reviewStates)[number] | undefined
  readonly assignee?: string | undefined
  /** One event per announcement and subject: the first one that matches the rest of the filter. */
  readonly isFolded?: boolean
}

function filteredEvents(db: Db, filter: EventFilter) {
  const rows = matchingEvents(db, filter)
  if (filter.isFolded !== true) return rows
  const { tags = [], monitorId, from, to, q } = filter
  const mayLackFirst = tags.length > 0 || [monitorId, from, to, q].some((bound) => bound !== undefined)
  if (!mayLackFirst) return rows.whereRef('id', '=', 'lead_id')
  const firsts = matchingEvents(db, filter)
    .select((eb) => eb.fn.min('id').as('id'))
    .groupBy('lead_id')
  return rows.where('id', 'in', firsts)
}

export const hasEventFilter = ({ accountId: _account, isFolded: _isFolded, ...bounds }: EventFilter): boolean => {
  const { sources = [], tags = [], ...others } = bounds
  return sources.length + tags.length > 0 || Object.values(others).some((bound) => bound !== undefined)
}

/** Events that match a filter, without folding. */
export function matchingEvents(db: Db, filter: EventFilter) {
  const { accountId, sources, tags, monitorId, eventId, from, to, q } = filter
  let rows = db.selectFrom('panel_events').where('account_id', '=', accountId)
  if (sources !== undefined && sources.length > 0) rows = rows.where('source', 'in', sources)
  if (monitorId !== undefined) rows = rows.where('monitor_id', '=', monitorId)
  if (eventId !== undefined) {
    const lead = db.selectFrom('panel_events').select('lead_id').where('account_id', '=', accountId)
    rows = rows.where('lead_id', 'in', lead.where('id', '=', eventId))
  }
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  for (const tag of tags ?? []) {
    const members = ofAccount(db, 'tag_members', accountId).select('monitor_id').where('tag', '=', tag)
    rows = rows.where('monitor_id', 'in', members)
  }
  rows = matchingLists(rows, filter)
  if (q !== undefined) rows = rows.where(containsWords(sql.ref('search_text'), q))
  return matchingReviews(rows, filter)
}

type Events = SelectQueryBuilder<Database, 'panel_events', object>

/** An empty list matches nothing. */
function matchingLists(rows: Events, { leadIds, kinds }: EventFilter): Events {
  if (leadIds?.length === 0 || kinds?.length === 0) return rows.where(sql<boolean>`1 = 0`)
  let matching = rows
  if (leadIds !== undefined) matching = matching.where('lead_id', 'in', leadIds)
  if (kinds !== undefined) matching = matching.where('kind', 'in', kinds)
  return matching
}

function matchingReviews(rows: Events, { state, assignee }: EventFilter): Events {
  if (state === undefined && assignee === undefined) return rows
  const reviews = (e: ExpressionBuilder<Database, 'panel_events'>) =>
    e
      .selectFrom('event_reviews')
      .select('event_reviews.event_id')
      .whereRef('event_reviews.account_id', '=', 'panel_events.account_id')
      .whereRef('event_reviews.event_id', '=', 'panel_events.lead_id')
  const isReviewed = (e: ExpressionBuilder<Database, 'panel_events'>) =>
    e.exists(reviews(e).where('event_reviews.reviewed_at', 'is not', null))
  let matching = rows
  if (state !== undefined)
    matching = matching.where((e) => (state === 'reviewed' ? isReviewed(e) : e.not(isReviewed(e))))
  if (assignee !== undefined)
    matching = matching.where((e) => e.exists(reviews(e).where('event_reviews.assignee_id', '=', assignee)))
  return matching
}

export type NewEvent = Omit<PanelEventTable, 'lead_id' | 'kind' | 'search_text'>

/** Stores events of one account, ascending by number. Existing ones stay unchanged. */
export async function saveEvents(db: AccountTx, accountId: string, events: readonly NewEvent[]): Promise<void> {
  const leads = await leadsOf(db, accountId, events)
  const rows = events.map((event) => ({
    ...event,
    lead_id: leads.get(event.id) ?? event.id,
    kind: eventKindOf(event),
    search_text: toEventSearchText(event),
  }))
  await insertAll(db, 'panel_events', rows, ['account_id', 'id'])
  if (rows.length > 0) await wakeRuleChecks(db, accountId, EVENT_KINDS)
}

/** The first event of each one's announcement and subject, whether stored before or new. */
async function leadsOf(db: Db, accountId: string, events: readonly NewEvent[]): Promise<Map<number, number>> {
  const announcements = [...new Set(events.map((event) => event.announcement_id))].filter((id) => id !== '')
  const storedEvents: NewEvent[] = []
  for (const ids of chunksOf(announcements, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('panel_events').selectAll().where('account_id', '=', accountId)
    storedEvents.push(...(await rows.where('announcement_id', 'in', ids).orderBy('id').execute()))
  }
  const groups = foldEvents([...storedEvents, ...events])
  return new Map(groups.flatMap(([lead, ...others]) => others.map(({ id }) => [id, lead.id] as const)))
}

/** The numbers of the first events of these events' announcements. */
export async function leadIdsOf(db: Db, accountId: string, ids: readonly number[]): Promise<Map<number, number>> {
  const leads = new Map<number, number>()
  for (const chunk of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('panel_events').select(['id', 'lead_id']).where('account_id', '=', accountId)
    for (const { id, lead_id } of await rows.where('id', 'in', chunk).execute()) leads.set(id, lead_id)
  }
  return leads
}

/** All events of these announcements and subjects, ascending, by the number of the first one. */
export async function listFolded(
  db: Db,
  accountId: string,
  leadIds: readonly number[],
): Promise<Map<number, PanelEventTable[]>> {
  const groups = new Map<number, PanelEventTable[]>()
  for (const ids of chunksOf(leadIds, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('panel_events').selectAll().where('account_id', '=', accountId)
    for (const row of await rows.where('lead_id', 'in', ids).orderBy('id').execute()) {
      const group = groups.get(row.lead_id)
      if (group) group.push(row)
      else groups.set(row.lead_id, [row])
    }
  }
  return groups
}

export const findStoredEvent = (db: Db, { accountId, id }: { accountId: string; id: number }) =>
  ofAccount(db, 'panel_events', accountId).selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first; older than `before` if given. */
export function listStoredEventsBefore(
  db: Db,
  filter: EventFilter,
  page: { before: number | undefined; limit: number },
): Promise<PanelEventTable[]> {
  let rows = filteredEvents(db, filter)
  if (page.before !== undefined) rows = rows.where('id', '<', page.before)
  return rows.selectAll().orderBy('id', 'desc').limit(page.limit).execute()
}

/** Ascending, after `since`. */
export const listStoredEventsAfter = (
  db: Db,
  filter: EventFilter,
  page: { since: number; limit: number },
): Promise<PanelEventTable[]> =>
  filteredEvents(db, filter).selectAll().where('id', '>', page.since).orderBy('id').limit(page.limit).execute()

/** Counts the events of each kind, for all severities at once. */
export async function countEventsByKind(db: Db, filter: EventFilter): Promise<ReadonlyMap<string, number>> {
  const rows = await filteredEvents(db, filter)
    .select((e) => ['kind', e.fn.countAll<number>().as('events')])
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, events }) => [kind, events]))
}

export const countStoredEvents = (db: Db, filter: EventFilter): Promise<number> =>
  filteredEvents(db, filter).$call(countRows)

/** Number of the newest event of the copy; 0 if it is empty. */
export async function newestStoredEvent(db: Db, accountId: string): Promise<number> {
  const row = await ofAccount(db, 'panel_events', accountId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/**
 * Deletes events older than an instant with their marks, and the reviews of announcements of which no event is left.
 * Returns the number of events.
 */
export async function deleteEventsBefore(db: AccountTx, accountId: string, before: string): Promise<number> {
  const old = ofAccount(db, 'panel_events', accountId).select('id').where('created_at', '<', before)
  await db.deleteFrom('event_marks').where('account_id', '=', accountId).where('event_id', 'in', old).execute()
  const { numDeletedRows } = await db
    .deleteFrom('panel_events')
    .where('account_id', '=', accountId)
    .where('created_at', '<', before)
    .executeTakeFirst()
  if (numDeletedRows > 0) {
    await assignNewLeads(db, accountId)
    await deleteStrayReviews(db, accountId)
  }
  return Number(numDeletedRows)
}

/**
 * The first event of an announcement was deleted: the first remaining one replaces it, and the review follows. The first
 * ones are computed before any row changes, because SQLite would otherwise read rows that the same statement has already
 * changed.
 */
async function assignNewLeads(db: Db, accountId: string): Promise<void> {
  const remaining = sql`(
      select lead_id, min(id) as first_id from panel_events where account_id = ${accountId}
      group by lead_id having sum(case when id = lead_id then 1 else 0 end) = 0
    ) as remaining`
  await sql`
    update event_reviews set event_id = remaining.first_id from ${remaining}
    where event_reviews.account_id = ${accountId} and event_reviews.event_id = remaining.lead_id`.execute(db)
  await sql`
    update panel_events set lead_id = remaining.first_id from ${remaining}
    where panel_events.account_id = ${accountId} and panel_events.lead_id = remaining.lead_id`.execute(db)
}

const deleteStrayReviews = (db: AccountTx, accountId: string) =>
  db
    .deleteFrom('event_reviews')
    .where('account_id', '=', accountId)
    .where('event_id', 'not in', ofAccount(db, 'panel_events', accountId).select('id'))
    .execute()

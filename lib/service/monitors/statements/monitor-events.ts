import { chunksOf } from '@/lib/domain/collections/chunks'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { MonitorEventTable } from '../tables'

/** `from` and `until` bound `created_at`; `until` is exclusive. */
export type EventQuery = {
  accountId: string
  source: string | undefined
  monitorId: string | undefined
  from?: string | undefined
  until?: string | undefined
}

function selectMatching(db: Db, { accountId, source, monitorId, from, until }: EventQuery) {
  let rows = db.selectFrom('monitor_events').where('account_id', '=', accountId)
  if (source !== undefined) rows = rows.where('source', '=', source)
  if (monitorId !== undefined) rows = rows.where('monitor_id', '=', monitorId)
  if (from !== undefined) rows = rows.where('created_at', '>=', from)
  if (until !== undefined) rows = rows.where('created_at', '<', until)
  return rows
}

/** Ascending by id, after `since`. */
export const listEventsSince = (
  db: Db,
  query: EventQuery & { since: number; limit: number },
): Promise<MonitorEventTable[]> =>
  selectMatching(db, query).selectAll().where('id', '>', query.since).orderBy('id').limit(query.limit).execute()

/** The greatest id of all accounts; 0 if there is no event. */
export async function newestEventId(db: Db): Promise<number> {
  const newest = await db.selectFrom('monitor_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0
}

export type RecentEvent = Pick<MonitorEventTable, 'id' | 'account_id' | 'source' | 'monitor_id'>

/**
 * Events of all accounts after `since`, ascending by id, with the account and the fields that waits are filtered by.
 */
export const listNewEvents = (db: Db, { since, limit }: { since: number; limit: number }): Promise<RecentEvent[]> =>
  db
    .selectFrom('monitor_events')
    .select(['id', 'account_id', 'source', 'monitor_id'])
    .where('id', '>', since)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Newest first; `before` is an id, exclusive. */
export function listEventsBefore(
  db: Db,
  query: EventQuery & { before: number | undefined; limit: number },
): Promise<MonitorEventTable[]> {
  const rows = selectMatching(db, query)
  const page = query.before === undefined ? rows : rows.where('id', '<', query.before)
  return page.selectAll().orderBy('id', 'desc').limit(query.limit).execute()
}

export const findEvent = (db: Db, { accountId, id }: { accountId: string; id: number }) =>
  db
    .selectFrom('monitor_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export const countEvents = (db: Db, query: EventQuery): Promise<number> => selectMatching(db, query).$call(countRows)

export const insertEvents = (db: Db, events: readonly MonitorEventTable[]): Promise<void> =>
  insertAll(db, 'monitor_events', events)

/** Sets `last_event_*` of the monitors to their newest event. */
export async function refreshLastEvents(db: Db, monitorIds: readonly string[]): Promise<void> {
  for (const ids of chunksOf(monitorIds, LOOKUP_CHUNK)) {
    await db
      .updateTable('monitors')
      .set((eb) => {
        const newest = eb
          .selectFrom('monitor_events')
          .whereRef('monitor_events.monitor_id', '=', 'monitors.id')
          .orderBy('monitor_events.id', 'desc')
          .limit(1)
        return {
          last_event_at: newest.select('monitor_events.created_at'),
          last_event_source: newest.select('monitor_events.source'),
        }
      })
      .where('id', 'in', ids)
      .execute()
  }
}

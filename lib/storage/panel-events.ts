import type { Kysely } from 'kysely'

import { chunksOf, INSERT_CHUNK } from './chunks'
import type { PanelEventTable } from './panel-event-tables'
import type { Database } from './tables'

type Db = Kysely<Database>

/** `from` and `to` are Warsaw days, both inclusive. `tags`: of monitors that carry all of them, as last read. */
export type EventNarrowing = {
  readonly accountId: string
  readonly sources?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly monitorId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function narrowed(db: Db, { accountId, sources, tags, monitorId, from, to }: EventNarrowing) {
  let rows = db.selectFrom('panel_events').where('account_id', '=', accountId)
  if (sources !== undefined && sources.length > 0) rows = rows.where('source', 'in', sources)
  if (monitorId !== undefined) rows = rows.where('monitor_id', '=', monitorId)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  for (const tag of tags ?? []) {
    const members = db
      .selectFrom('tag_members')
      .select('monitor_id')
      .where('account_id', '=', accountId)
      .where('tag', '=', tag)
    rows = rows.where('monitor_id', 'in', members)
  }
  return rows
}

/** What is there already stays as it is. */
export async function keepEvents(db: Db, events: readonly PanelEventTable[]): Promise<void> {
  for (const rows of chunksOf(events, INSERT_CHUNK)) {
    await db
      .insertInto('panel_events')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
      .execute()
  }
}

/** Newest first, older than `before` when given. */
export function listKeptBefore(
  db: Db,
  narrowing: EventNarrowing,
  page: { before: number | undefined; limit: number },
): Promise<PanelEventTable[]> {
  let rows = narrowed(db, narrowing)
  if (page.before !== undefined) rows = rows.where('id', '<', page.before)
  return rows.selectAll().orderBy('id', 'desc').limit(page.limit).execute()
}

/** Ascending, after `since`. */
export const listKeptAfter = (
  db: Db,
  narrowing: EventNarrowing,
  page: { since: number; limit: number },
): Promise<PanelEventTable[]> =>
  narrowed(db, narrowing).selectAll().where('id', '>', page.since).orderBy('id').limit(page.limit).execute()

export async function countKept(db: Db, narrowing: EventNarrowing): Promise<number> {
  const { count } = await narrowed(db, narrowing)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Number of the newest event of the copy; 0 when it is empty. */
export async function newestKept(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('panel_events')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

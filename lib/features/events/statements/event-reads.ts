import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { INSERT_CHUNK } from '@/lib/storage/engine/chunks'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { EventReadTable } from '../tables'
import { type EventFilter, matchingEvents } from './panel-events'

export type Reader = { readonly accountId: string; readonly userId: string }
type Turn = Reader & { readonly turn: number }

const readsOf = (db: Db, { accountId, userId }: Reader) =>
  db.selectFrom('event_reads').selectAll().where('account_id', '=', accountId).where('user_id', '=', userId)

export const findReads = (db: Db, reader: Reader): Promise<EventReadTable | undefined> =>
  readsOf(db, reader).executeTakeFirst()

/** Locks the row until the end of the transaction, creating it if necessary. */
export async function lockReads(db: AccountTx, reader: Reader) {
  const first = { account_id: reader.accountId, user_id: reader.userId, up_to: 0, previous_up_to: 0, turn: 0 }
  await insertNew(db, 'event_reads', first, ['account_id', 'user_id'])
  return readsOf(db, reader).forNoKeyUpdate().executeTakeFirstOrThrow()
}

type ReadState = Omit<EventReadTable, 'account_id' | 'user_id'>

export async function updateReads(db: AccountTx, { accountId, userId }: Reader, to: ReadState): Promise<void> {
  await db
    .updateTable('event_reads')
    .set(to)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

/** Number of the first event since the user became a member; undefined if there is none. */
export async function firstEventOf(db: Db, { accountId, userId }: Reader): Promise<number | undefined> {
  const row = await ofAccount(db, 'panel_events', accountId)
    .select('id')
    .where('created_at', '>=', (e) =>
      e
        .selectFrom('members')
        .select('created_at')
        .where('members.account_id', '=', accountId)
        .where('members.user_id', '=', userId),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function putMarks(
  db: AccountTx,
  { accountId, userId, turn }: Turn,
  marks: readonly { event_id: number; is_read: number }[],
): Promise<void> {
  for (const rows of chunksOf(marks, INSERT_CHUNK)) {
    await db
      .insertInto('event_marks')
      .values(
        rows.map(({ event_id, is_read }) => ({ account_id: accountId, user_id: userId, turn, event_id, is_read })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'user_id', 'turn', 'event_id'])
          .doUpdateSet((e) => ({ is_read: e.ref('excluded.is_read') })),
      )
      .execute()
  }
}

/** Marks of a turn on events in a range of numbers, both ends included. */
export function listMarks(db: Db, { accountId, userId, turn }: Turn, { from, to }: { from: number; to: number }) {
  return ofAccount(db, 'event_marks', accountId)
    .select(['event_id', 'is_read'])
    .where('user_id', '=', userId)
    .where('turn', '=', turn)
    .where('event_id', '>=', from)
    .where('event_id', '<=', to)
    .execute()
}

/** `is_read` of an event that was marked as part of a filtered list. */
export const READ_WITH_LIST = 2

/** Marks the unread events that match a filter, up to an event; each announcement by its first event. */
export async function markNarrowed(
  db: AccountTx,
  { accountId, userId, turn, floor }: Turn & { readonly floor: number },
  { filter, upTo }: { filter: EventFilter; upTo: number },
): Promise<void> {
  const unread = ofAccount(db, 'event_marks', accountId)
    .select('event_id')
    .where('user_id', '=', userId)
    .where('turn', '=', turn)
    .where('is_read', '=', 0)
  await db
    .insertInto('event_marks')
    .columns(['account_id', 'user_id', 'turn', 'event_id', 'is_read'])
    .expression(
      matchingEvents(db, filter)
        .where('id', '<=', upTo)
        .where((e) => e.or([e('lead_id', '>', floor), e('lead_id', 'in', unread)]))
        .select((e) => [
          e.val(accountId).as('account_id'),
          e.val(userId).as('user_id'),
          sql<number>`cast(${turn} as integer)`.as('turn'),
          'lead_id as event_id',
          sql<number>`cast(${READ_WITH_LIST} as integer)`.as('is_read'),
        ])
        .groupBy('lead_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id', 'turn', 'event_id'])
        .doUpdateSet({ is_read: READ_WITH_LIST })
        .where('event_marks.is_read', '=', 0),
    )
    .execute()
}

/** Deletes marks of turns that can no longer be restored. */
export async function deleteMarks(
  db: AccountTx,
  { accountId, userId }: Reader,
  range: { below: number; above: number },
): Promise<void> {
  await db
    .deleteFrom('event_marks')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where((e) => e.or([e('turn', '<', range.below), e('turn', '>', range.above)]))
    .execute()
}

/**
 * Counts unread events up to `maxCount`: those above `floor` without a mark, and those below that were marked unread.
 * An announcement of several monitors counts once, by its first event, which carries the mark.
 */
export async function countUnread(
  db: Db,
  reader: Reader & { turn: number; floor: number; maxCount: number },
): Promise<number> {
  const { accountId, userId, turn, floor, maxCount } = reader
  const above = await db
    .selectFrom(
      ofAccount(db, 'panel_events', accountId)
        .select('id')
        .where('id', '>', floor)
        .whereRef('id', '=', 'lead_id')
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('event_marks')
                .select('event_id')
                .where('event_marks.account_id', '=', accountId)
                .where('user_id', '=', userId)
                .where('turn', '=', turn)
                .where('is_read', '>', 0)
                .whereRef('event_id', '=', 'panel_events.id'),
            ),
          ),
        )
        .limit(maxCount)
        .as('unread'),
    )
    .$call(countRows)
  const below = await ofAccount(db, 'event_marks', accountId)
    .where('user_id', '=', userId)
    .where('turn', '=', turn)
    .where('is_read', '=', 0)
    .where('event_id', '<=', floor)
    .$call(countRows)
  return Math.min(maxCount, above + below)
}

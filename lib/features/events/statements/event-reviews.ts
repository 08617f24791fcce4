import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { INSERT_CHUNK, LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { EventReviewTable } from '../tables'
import { lockCursor, moveCursor } from './event-cursors'

/** Reviews of these announcements, by the number of their first event. */
export async function findReviews(
  db: Db,
  accountId: string,
  leadIds: readonly number[],
): Promise<Map<number, EventReviewTable>> {
  const reviews = new Map<number, EventReviewTable>()
  for (const ids of chunksOf(leadIds, LOOKUP_CHUNK)) {
    const rows = await ofAccount(db, 'event_reviews', accountId).selectAll().where('event_id', 'in', ids).execute()
    for (const row of rows) reviews.set(row.event_id, row)
  }
  return reviews
}

/** Ascending, after `since`. */
export const listReviewsAfter = (
  db: Db,
  accountId: string,
  { since, limit }: { since: number; limit: number },
): Promise<EventReviewTable[]> =>
  ofAccount(db, 'event_reviews', accountId)
    .selectAll()
    .where('number', '>', since)
    .orderBy('number')
    .limit(limit)
    .execute()

export type ReviewChange = Partial<Omit<EventReviewTable, 'account_id' | 'event_id' | 'number'>>
/** `former`: undefined if nobody had done anything with the announcement. */
export type ChangedReview = { readonly former: EventReviewTable | undefined; readonly review: EventReviewTable }

/**
 * Changes only the given columns, so that of two colleagues the last one wins each field. Returns the reviews that
 * differ now, each with a new number.
 */
export async function changeReviews(
  db: AccountTx,
  accountId: string,
  { leadIds, change }: { leadIds: readonly number[]; change: ReviewChange },
): Promise<ChangedReview[]> {
  const { last_review: last } = await lockCursor(db, accountId)
  const formerReviews = await findReviews(db, accountId, leadIds)
  const changed = leadIds
    .map((id) => ({ id, former: formerReviews.get(id) }))
    .map(({ id, former }) => ({ id, former, columns: columnsOf(former ?? NOTHING, change) }))
    .filter(({ columns }) => Object.keys(columns).length > 0)
    .map(({ id, former, columns }, index) => ({
      former,
      review: { account_id: accountId, event_id: id, ...NOTHING, ...former, ...columns, number: last + 1 + index },
    }))
  for (const rows of chunksOf(changed, INSERT_CHUNK)) {
    await db
      .insertInto('event_reviews')
      .values(rows.map(({ review }) => review))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'event_id']).doUpdateSet((e) => ({
          reviewed_at: e.ref('excluded.reviewed_at'),
          reviewed_by: e.ref('excluded.reviewed_by'),
          assignee_id: e.ref('excluded.assignee_id'),
          note: e.ref('excluded.note'),
          number: e.ref('excluded.number'),
        })),
      )
      .execute()
  }
  if (changed.length > 0) await moveCursor(db, accountId, { last_review: last + changed.length })
  return changed
}

const NOTHING = { reviewed_at: null, reviewed_by: null, assignee_id: null, note: null }

/** The columns that differ. Who reviewed an event first stays its reviewer when a colleague marks it again. */
function columnsOf(former: ReviewChange, change: ReviewChange): ReviewChange {
  const { reviewed_at: at, reviewed_by: by, assignee_id, note } = change
  const isOther = at !== undefined && (at === null) !== (former.reviewed_at === null)
  return {
    ...(isOther && { reviewed_at: at, reviewed_by: by ?? null }),
    ...(assignee_id !== undefined && assignee_id !== former.assignee_id && { assignee_id }),
    ...(note !== undefined && note !== former.note && { note }),
  }
}

/** A member who leaves is assigned nothing. */
export async function clearAssignee(db: AccountTx, { accountId, userId }: { accountId: string; userId: string }) {
  const rows = await ofAccount(db, 'event_reviews', accountId)
    .select('event_id')
    .where('assignee_id', '=', userId)
    .execute()
  await changeReviews(db, accountId, { leadIds: rows.map(({ event_id: id }) => id), change: { assignee_id: null } })
}

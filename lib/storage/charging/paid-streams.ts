import type { Db } from '../storage'
import type { PaidStreamTable } from './tables'

type OfStream = Pick<PaidStreamTable, 'account_id' | 'id'> & { readonly now: string }

/**
 * How far a stream has been paid for; undefined for one that was not, or too long ago. Stays locked to the end of the transaction, so
 * that of two calls that go on with one stream the second sees what the first paid.
 */
export const lockPaidStream = (db: Db, { account_id, id, now }: OfStream): Promise<PaidStreamTable | undefined> =>
  db
    .updateTable('paid_streams')
    .set((row) => ({ paid_until: row.ref('paid_until') }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('paid_until', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function keepPaidStream(db: Db, row: PaidStreamTable): Promise<void> {
  const { account_id: _account, id: _id, ...values } = row
  await db
    .insertInto('paid_streams')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet(values))
    .execute()
}

export async function forgetPaidStreams(db: Db, now: string): Promise<void> {
  await db.deleteFrom('paid_streams').where('paid_until', '<=', now).execute()
}

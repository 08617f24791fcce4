import { putRow } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { StoredCallAnswerTable, PaidStreamTable } from '../tables'

type PaidStreamKey = Pick<PaidStreamTable, 'account_id' | 'id'> & { readonly now: string }

/**
 * How far a stream is paid; undefined if it was not, or too long ago. The row stays locked until the transaction ends,
 * so of two calls that continue one stream the second sees what the first paid.
 */
export const lockPaidStream = (db: Db, { account_id, id, now }: PaidStreamKey): Promise<PaidStreamTable | undefined> =>
  db
    .updateTable('paid_streams')
    .set((row) => ({ paid_until: row.ref('paid_until') }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('paid_until', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function storePaidStream(db: Db, row: PaidStreamTable): Promise<void> {
  await putRow(db, 'paid_streams', row, ['account_id', 'id'])
}

export async function deletePaidStreams(db: Db, now: string): Promise<void> {
  await db.deleteFrom('paid_streams').where('paid_until', '<=', now).execute()
}

type CallAnswerKey = Pick<StoredCallAnswerTable, 'account_id' | 'key'>

export const findCallAnswer = (
  db: Db,
  { account_id, key }: CallAnswerKey,
): Promise<StoredCallAnswerTable | undefined> =>
  ofAccount(db, 'kept_call_answers', account_id).selectAll().where('key', '=', key).executeTakeFirst()

/** Returns false if the key already has an answer stored after `outdated`. */
export function storeCallAnswer(db: Db, row: StoredCallAnswerTable, outdated: string): Promise<boolean> {
  const { body_sha256, answer, kept_at } = row
  return db
    .insertInto('kept_call_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ body_sha256, answer, kept_at })
        .where('kept_call_answers.kept_at', '<=', outdated),
    )
    .returning('key')
    .$call(returnsRow)
}

export async function deleteCallAnswers(db: Db, cutoff: string): Promise<void> {
  await db.deleteFrom('kept_call_answers').where('kept_at', '<=', cutoff).execute()
}

type Download = { readonly accountId: string; readonly documentId: string; readonly now: string }

/** Until when the account can download the document for free; undefined if it must pay. */
export async function findPaidUntil(db: Db, { accountId, documentId, now }: Download): Promise<string | undefined> {
  const found = await ofAccount(db, 'document_downloads', accountId)
    .select('paid_until')
    .where('document_id', '=', documentId)
    .where('paid_until', '>', now)
    .executeTakeFirst()
  return found?.paid_until
}

/**
 * Records that the account pays for a document now. Returns true if it has to pay, false if it already has. Of two
 * simultaneous calls, also in two processes, one gets true and the other waits for its transaction.
 */
export async function claimDownload(
  db: Db,
  { accountId, documentId, now, paidUntil }: Download & { readonly paidUntil: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('document_downloads')
    .values({ account_id: accountId, document_id: documentId, paid_until: paidUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'document_id'])
        .doUpdateSet({ paid_until: paidUntil })
        .where('document_downloads.paid_until', '<=', now),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteDownloads(db: Db, now: string): Promise<void> {
  await db.deleteFrom('document_downloads').where('paid_until', '<=', now).execute()
}

import type { Db } from '../storage'

type Download = { readonly accountId: string; readonly documentId: string; readonly now: string }

/** Until when the account gets a document again without paying; undefined where it has to pay. */
export async function findPaidUntil(db: Db, { accountId, documentId, now }: Download): Promise<string | undefined> {
  const found = await db
    .selectFrom('document_downloads')
    .select('paid_until')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('paid_until', '>', now)
    .executeTakeFirst()
  return found?.paid_until
}

/**
 * Notes that the account pays for a document now, and says whether it has to: false where it has paid already. Of two that ask at
 * once, in two processes too, one is told true and the other waits for its transaction.
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

/** Forgets what is to be paid again anyway. */
export async function forgetDownloads(db: Db, now: string): Promise<void> {
  await db.deleteFrom('document_downloads').where('paid_until', '<=', now).execute()
}

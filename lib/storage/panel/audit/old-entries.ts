import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { AuditEntryTable } from './tables'

/** The last of the entries at the beginning of a log that are all older than an instant; undefined for none. */
export async function lastOldEntry(
  db: Db,
  accountId: string,
  before: string,
): Promise<Pick<AuditEntryTable, 'number' | 'hash'> | undefined> {
  const { first } = await db
    .selectFrom('audit_entries')
    .select((e) => e.fn.min('number').as('first'))
    .where('account_id', '=', accountId)
    .where('at', '>=', before)
    .executeTakeFirstOrThrow()
  return db
    .selectFrom('audit_entries')
    .select(['number', 'hash'])
    .where('account_id', '=', accountId)
    .$if(first !== null, (query) => query.where('number', '<', first))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The store lets only those go that come before the chain's `kept_from`. */
export async function deleteEntriesUpTo(db: AccountTx, accountId: string, number: number): Promise<void> {
  for (const table of ['audit_persons', 'audit_entries'] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).where('number', '<=', number).execute()
  }
}

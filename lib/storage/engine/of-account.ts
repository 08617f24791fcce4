import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'

/** Tables with a column `account_id`. */
type TableOfAccounts = {
  [T in keyof Database]: Database[T] extends { account_id: string } ? T : never
}[keyof Database]

/** Selects the rows of an account; the caller adds conditions. */
export const ofAccount = <T extends TableOfAccounts>(db: Db, table: T, accountId: string) =>
  // Safe: each of these tables has the column.
  db.selectFrom(table as 'imports').where('account_id', '=', accountId) as unknown as SelectQueryBuilder<
    Database,
    T,
    object
  >

import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'

/** Tables whose rows are an account's. */
type TableOfAccounts = {
  [T in keyof Database]: Database[T] extends { account_id: string } ? T : never
}[keyof Database]

/** The rows of an account, to be narrowed further. */
export const ofAccount = <T extends TableOfAccounts>(db: Db, table: T, accountId: string) =>
  // Sound: the column stands in each of these tables.
  db.selectFrom(table as 'imports').where('account_id', '=', accountId) as unknown as SelectQueryBuilder<
    Database,
    T,
    object
  >

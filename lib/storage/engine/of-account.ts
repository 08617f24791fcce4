import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'

type TableOfAccounts = {
  [T in keyof Database]: Database[T] extends { account_id: string } ? T : never
}[keyof Database]

export const ofAccount = <T extends TableOfAccounts>(db: Db, table: T, accountId: string) =>
  // Safe: each of these tables has the column.
  db.selectFrom(table as 'imports').where('account_id', '=', accountId) as unknown as SelectQueryBuilder<
    Database,
    T,
    object
  >

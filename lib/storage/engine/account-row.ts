import type { Db } from '../storage'
import type { Database } from '../tables'
import type { AccountTx } from './account-lock'
import { insertNew, putRow } from './insert-new'

type AccountRowTable =
  | 'archive_settings'
  | 'audit_chains'
  | 'bzp_watches'
  | 'event_cursors'
  | 'known_caps'
  | 'pack_settings'
  | 'report_readings'
  | 'retention_settings'
  | 'risk_watches'

export function accountRow<T extends AccountRowTable>(table: T) {
  type Row = Database[T]
  // Safe: only the column that all of these tables have is used.
  const name = table as 'event_cursors'
  const values = (row: Row) => row as Database['event_cursors']
  const selectRow = (db: Db, accountId: string) => db.selectFrom(name).selectAll().where('account_id', '=', accountId)
  return {
    find: async (db: Db, accountId: string): Promise<Row | undefined> =>
      (await selectRow(db, accountId).executeTakeFirst()) as Row | undefined,
    /** Locks the row until the transaction ends; inserts `first` if there is none. */
    lock: async (tx: AccountTx, first: Row): Promise<Row> => {
      await insertNew(tx, name, values(first), ['account_id'])
      return (await selectRow(tx, first.account_id).forNoKeyUpdate().executeTakeFirstOrThrow()) as Row
    },
    /** Replaces the existing row. */
    put: (tx: AccountTx, row: Row): Promise<void> => putRow(tx, name, values(row), ['account_id']),
    update: async (tx: AccountTx, accountId: string, change: Partial<Omit<Row, 'account_id'>>): Promise<void> => {
      await tx
        .updateTable(name)
        .set(change as never)
        .where('account_id', '=', accountId)
        .execute()
    },
  }
}

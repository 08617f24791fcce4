import type { Insertable } from 'kysely'

import type { Db } from '../storage'
import type { Database } from '../tables'
import { wroteRow } from './outcome'

/** Returns false, without a change, if a row with this key exists. */
export const insertNew = <T extends keyof Database>(
  db: Db,
  table: T,
  row: Insertable<Database[T]>,
  key: readonly (keyof Database[T] & string)[],
): Promise<boolean> =>
  // Safe: these are a row and columns of the table.
  db
    .insertInto(table as 'sequences')
    .values(row as never)
    .onConflict((conflict) => conflict.columns(key as never).doNothing())
    .$call(wroteRow)

/** Inserts the row or replaces the one with the same key. */
export async function putRow<T extends keyof Database>(
  db: Db,
  table: T,
  row: Insertable<Database[T]> & object,
  key: readonly (keyof Database[T] & string)[],
): Promise<void> {
  const keyColumns: readonly string[] = key
  const rest = Object.fromEntries(Object.entries(row).filter(([column]) => !keyColumns.includes(column)))
  // Safe: these are a row and columns of the table.
  const insert = db.insertInto(table as 'sequences').values(row as never)
  await insert.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(rest)).execute()
}

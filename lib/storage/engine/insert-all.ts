import type { Insertable } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import type { Db } from '../storage'
import type { Database } from '../tables'
import { INSERT_CHUNK } from './chunks'

/** Inserts in batches. Existing rows with the same `key` columns are not changed; without `key` they are an error. */
export async function insertAll<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  key: readonly (keyof Database[T] & string)[] = [],
): Promise<void> {
  for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
    // Safe: these are rows and columns of the table.
    const insert = db.insertInto(table as 'sequences').values(chunk as never)
    await (
      key.length === 0 ? insert : insert.onConflict((conflict) => conflict.columns(key as never).doNothing())
    ).execute()
  }
}

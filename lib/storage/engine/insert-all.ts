import type { Insertable } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import type { Db } from '../storage'
import type { Database } from '../tables'
import { INSERT_CHUNK } from './chunks'

/** In statements of a bearable size. What is there already, by the columns of `key`, stays as it is; without them it is a fault. */
export async function insertAll<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  key: readonly (keyof Database[T] & string)[] = [],
): Promise<void> {
  for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
    // Sound: rows and columns of the table.
    const insert = db.insertInto(table as 'sequences').values(chunk as never)
    await (
      key.length === 0 ? insert : insert.onConflict((conflict) => conflict.columns(key as never).doNothing())
    ).execute()
  }
}

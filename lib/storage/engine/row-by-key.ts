import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'

import type { Db } from '../storage'
import { batchQueries } from './batch-queue'
import { readerOf, type StoreReader } from './reader'
import { statementOfOne } from './statement'

type Key = RawBuilder<string>
type Rows<R> = (db: Db, key: Key) => Compilable<R>
type Find<R> = (key: string) => Promise<R | undefined>

/**
 * Finds one row by a unique text. On PostgreSQL, where the round trip costs more than the row, concurrent calls outside
 * a transaction share one query. `rows` must compare the key by `=` and not inspect it, because it may stand for
 * several keys.
 */
export function rowByKey<R extends object>(rows: Rows<R>, keyOf: (row: R) => string | null) {
  const findOne = statementOfOne((db, { key }: { key: string }) => rows(db, sql`${key}`))
  const shared = new WeakMap<object, Find<R>>()
  return (db: Db, key: string): Promise<R | undefined> => {
    const reader = readerOf(db)
    if (!reader.shared || db.isTransaction) return findOne(db, { key })
    const find = shared.get(reader) ?? findInBatch(reader.shared, rows(db, sql`any(${[]}::text[])`).compile(), keyOf)
    shared.set(reader, find)
    return find(key)
  }
}

/** The query has one variable parameter, the list of keys; the others are constant. */
function findInBatch<R extends object>(
  read: NonNullable<StoreReader['shared']>,
  { sql: text, parameters }: CompiledQuery<R>,
  keyOf: (row: R) => string | null,
): Find<R> {
  return batchQueries<string, R | undefined>(async (keys) => {
    const uniqueKeys = [...new Set(keys)]
    const values = parameters.map((value) => (Array.isArray(value) ? uniqueKeys : value))
    const found = new Map<string | null, R>()
    // Safe: these are rows of this query.
    for (const row of (await read(text, values)) as R[]) {
      // Frozen, because several calls may get the same object.
      if (!found.has(keyOf(row))) found.set(keyOf(row), Object.freeze(row))
    }
    return keys.map((key) => found.get(key))
  })
}

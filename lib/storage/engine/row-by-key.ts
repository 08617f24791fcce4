import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'

import type { Db } from '../storage'
import { batchQuestions } from './batch-queue'
import { readerOf, type StoreReader } from './reader'
import { statementOfOne } from './statement'

type Key = RawBuilder<string>
type Rows<R> = (db: Db, key: Key) => Compilable<R>
type Find<R> = (key: string) => Promise<R | undefined>

/**
 * Finds one row by a text of its own. Where the round trip costs more than the row (PostgreSQL), calls that come together ask
 * together, unless they are in a transaction. `rows` compares with the key by `=` and does not look at it: it may stand for
 * several.
 */
export function rowByKey<R extends object>(rows: Rows<R>, keyOf: (row: R) => string | null) {
  const one = statementOfOne((db, { key }: { key: string }) => rows(db, sql`${key}`))
  const shared = new WeakMap<object, Find<R>>()
  return (db: Db, key: string): Promise<R | undefined> => {
    const reader = readerOf(db)
    if (!reader.shared || db.isTransaction) return one(db, { key })
    const find = shared.get(reader) ?? findTogether(reader.shared, rows(db, sql`any(${[]}::text[])`).compile(), keyOf)
    shared.set(reader, find)
    return find(key)
  }
}

/** The query has one parameter that is the list of the keys, among those that never change. */
function findTogether<R extends object>(
  read: NonNullable<StoreReader['shared']>,
  { sql: text, parameters }: CompiledQuery<R>,
  keyOf: (row: R) => string | null,
): Find<R> {
  return batchQuestions<string, R | undefined>(async (keys) => {
    const wanted = [...new Set(keys)]
    const values = parameters.map((value) => (Array.isArray(value) ? wanted : value))
    const found = new Map<string | null, R>()
    // Sound: the query's own rows.
    for (const row of (await read(text, values)) as R[]) {
      // Several calls may get it.
      if (!found.has(keyOf(row))) found.set(keyOf(row), Object.freeze(row))
    }
    return keys.map((key) => found.get(key))
  })
}

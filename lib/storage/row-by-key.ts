import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'

import { PreparingPostgresAdapter } from './postgres-dialect'
import { together } from './rounds'
import { statementOfOne } from './statement'
import type { Database } from './tables'

type Db = Kysely<Database>
type Key = RawBuilder<string>
type Rows<R> = (db: Db, key: Key) => Compilable<R>
type Find<R> = (key: string) => Promise<R | undefined>

/**
 * Finds one row by a text of its own. On PostgreSQL, where the round trip costs more than the row, calls that come together
 * ask together, unless they are in a transaction. `rows` compares with the key by `=` and does not look at it: it may stand for
 * several.
 */
export function rowByKey<R extends object>(rows: Rows<R>, keyOf: (row: R) => string | null) {
  const one = statementOfOne((db, { key }: { key: string }) => rows(db, sql`${key}`))
  const shared = new WeakMap<object, Find<R>>()
  return (db: Db, key: string): Promise<R | undefined> => {
    const { adapter } = db.getExecutor()
    if (!(adapter instanceof PreparingPostgresAdapter) || db.isTransaction) return one(db, { key })
    const find = shared.get(adapter) ?? findTogether(adapter, rows(db, sql`any(${[]}::text[])`).compile(), keyOf)
    shared.set(adapter, find)
    return find(key)
  }
}

/** The query has one parameter that is the list of the keys, among those that never change. */
function findTogether<R extends object>(
  adapter: PreparingPostgresAdapter,
  { sql: text, parameters }: CompiledQuery<R>,
  keyOf: (row: R) => string | null,
): Find<R> {
  return together<string, R | undefined>(async (keys) => {
    const wanted = [...new Set(keys)]
    const values = parameters.map((value) => (Array.isArray(value) ? wanted : value))
    const found = new Map<string | null, R>()
    // Sound: the query's own rows.
    for (const row of (await adapter.read(text, values)) as R[]) {
      // Several calls may get it.
      if (!found.has(keyOf(row))) found.set(keyOf(row), Object.freeze(row))
    }
    return keys.map((key) => found.get(key))
  })
}

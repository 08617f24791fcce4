import type { Compilable, Kysely } from 'kysely'

import { together } from './rounds'
import { ReadingSqliteAdapter } from './sqlite-dialect'
import { statementOfOne } from './statement'
import type { Database } from './tables'

type Db = Kysely<Database>
type Rows<R> = (db: Db, keys: readonly string[]) => Compilable<R> & { execute(): Promise<R[]> }
type Find<R> = (key: string) => Promise<R | undefined>

/**
 * Finds one row by a text of its own. On PostgreSQL, where the round trip costs more than the row, calls that come together
 * ask together, unless they are in a transaction. `rows` gives those of several keys and must not look at the keys.
 */
export function rowByKey<R extends object>(rows: Rows<R>, keyOf: (row: R) => string | null) {
  const one = statementOfOne((db, { key }: { key: string }) => rows(db, [key]))
  const shared = new WeakMap<object, Find<R>>()
  return (db: Db, key: string): Promise<R | undefined> => {
    const { adapter } = db.getExecutor()
    if (adapter instanceof ReadingSqliteAdapter || db.isTransaction) return one(db, { key })
    const find = shared.get(adapter) ?? together<string, R | undefined>((keys) => findAll(rows, keyOf, { db, keys }))
    shared.set(adapter, find)
    return find(key)
  }
}

async function findAll<R extends object>(
  rows: Rows<R>,
  keyOf: (row: R) => string | null,
  asked: { db: Db; keys: readonly string[] },
): Promise<(R | undefined)[]> {
  const found = new Map<string | null, R>()
  for (const row of await rows(asked.db, [...new Set(asked.keys)]).execute()) {
    // Several calls may get it.
    if (!found.has(keyOf(row))) found.set(keyOf(row), Object.freeze(row))
  }
  return asked.keys.map((key) => found.get(key))
}

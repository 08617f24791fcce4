import { setImmediate } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../storage'
import { engineOf } from './reader'

/** Rows of one statement: short enough that nobody who writes waits long for it. */
const DELETE_CHUNK = 2_000

/** Where a row stands, whatever its columns are. */
const PLACE = { sqlite: 'rowid', postgres: 'ctid' } as const

/**
 * Deletes the rows of a table that a condition names, all of them without one, some at a time and outside of a transaction: what
 * is stopped half-way goes on with the next call. Others come in between. How many rows were deleted.
 */
export async function deleteInChunks(
  db: Db,
  table: string,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<number> {
  const engine = engineOf(db)
  const place = sql.raw(PLACE[engine])
  const found = sql`select ${place} from ${sql.table(table)} where ${condition} limit ${sql.lit(DELETE_CHUNK)}`
  // PostgreSQL looks up places of a list, but not those of a subquery.
  const some = engine === 'postgres' ? sql`= any(array(${found}))` : sql`in (${found})`
  const statement = sql`delete from ${sql.table(table)} where ${place} ${some}`
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db)
    deleted += Number(numAffectedRows)
    if (Number(numAffectedRows) < DELETE_CHUNK) return deleted
    // SQLite answers in the same tick: without this, no request would be answered until all is deleted.
    await setImmediate()
  }
}

import { setImmediate } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../storage'
import { engineOf } from './reader'

/** Rows per statement: few enough that other writers do not wait long. */
const DELETE_CHUNK = 2_000

/** The physical row id, which exists whatever the columns are. */
const ROW_ID = { sqlite: 'rowid', postgres: 'ctid' } as const

/**
 * Deletes rows by a condition (or all rows) in batches and outside a transaction: an interrupted deletion continues
 * with the next call, and other writers run in between. Returns the number of deleted rows.
 */
export async function deleteInChunks(
  db: Db,
  table: string,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<number> {
  const engine = engineOf(db)
  const rowId = sql.raw(ROW_ID[engine])
  const batch = sql`select ${rowId} from ${sql.table(table)} where ${condition} limit ${sql.lit(DELETE_CHUNK)}`
  // PostgreSQL can look up row ids from an array, but not from a subquery.
  const isInBatch = engine === 'postgres' ? sql`= any(array(${batch}))` : sql`in (${batch})`
  const statement = sql`delete from ${sql.table(table)} where ${rowId} ${isInBatch}`
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db)
    deleted += Number(numAffectedRows)
    if (Number(numAffectedRows) < DELETE_CHUNK) return deleted
    // SQLite queries do not yield, so no request would be answered until everything is deleted.
    await setImmediate()
  }
}

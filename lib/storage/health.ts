import { sql } from 'kysely'

import type { Storage } from './storage'

/** Of the table of facts: the latest moment at which a process found the store in order. */
const KEY = 'health'

export type StoreBeat = {
  /** ISO; what the database's own clock said, which SQLite has not. */
  readonly databaseNow: string | null
  /** ISO; the latest moment that any process has written before, or now. */
  readonly latest: string
}

/** Writes that the store is in order now and reads it back, in one statement. Rejects where it cannot be written. */
export async function beat({ db, engine }: Storage, now: Date): Promise<StoreBeat> {
  const at = now.toISOString()
  const clock = engine === 'postgres' ? sql<Date | null>`clock_timestamp()` : sql<Date | null>`null`
  const row = await db
    .insertInto('meta')
    .values({ key: KEY, value: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql<string>`case when meta.value > ${at} then meta.value else ${at} end`,
      }),
    )
    .returning(['value', clock.as('now')])
    .executeTakeFirstOrThrow()
  return { databaseNow: row.now?.toISOString() ?? null, latest: row.value }
}

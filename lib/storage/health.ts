import { sql } from 'kysely'

import type { Storage } from './storage'

/** Key in `meta` of the latest time at which a process could write to the store. */
const KEY = 'health'

export type StoreHeartbeat = {
  /** ISO 8601; the database's clock, null on SQLite, which has none. */
  readonly databaseNow: string | null
  /** ISO 8601; the latest time that any process has written, including now. */
  readonly latest: string
}

/** Writes the current time and reads it back, in one statement. Rejects if the store is not writable. */
export async function recordHeartbeat({ db, engine }: Storage, now: Date): Promise<StoreHeartbeat> {
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

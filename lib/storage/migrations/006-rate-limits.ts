import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'

/**
 * The windows of the rate limits that the processes on one PostgreSQL share, in the shape that rate-limiter-flexible wants.
 * Unlogged: after a crash of the database the windows begin anew. On SQLite they are kept in memory.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    create unlogged table rate_limits (key text primary key, points integer not null default 0, expire bigint)
  `.execute(db)
}

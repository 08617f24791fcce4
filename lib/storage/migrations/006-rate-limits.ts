import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'

/**
 * Windows of the rate limits, which processes on one PostgreSQL share, in the schema of rate-limiter-flexible.
 * Unlogged: after a crash of the database the windows start again. On SQLite they are in memory.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    create unlogged table rate_limits (key text primary key, points integer not null default 0, expire bigint)
  `.execute(db)
}

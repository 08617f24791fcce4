import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/**
 * Number of monitors per account, updated with every write: every page reads it, and counting 50 000 rows takes
 * milliseconds.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'monitor_counts', { id: 'account_id', counter: ['monitors'] })
  await sql`
    insert into monitor_counts (account_id, monitors)
    select account_id, count(*) from monitors group by account_id
  `.execute(db)
}

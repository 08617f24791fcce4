import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/**
 * Hits of rules are numbered per account, so that accounts do not wait for each other and numbers do not reveal how
 * many hits others have. Each account continues above the previous maximum; older processes, which would continue the
 * old counting, stop.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'rule_hit_numbers', {
    id: 'account_id',
    counter: ['last'],
    references: { account_id: 'accounts' },
  })
  await sql`
    insert into rule_hit_numbers (account_id, last)
    select distinct account_id, (select value from sequences where name = 'rule_hits') from rules`.execute(db)
}

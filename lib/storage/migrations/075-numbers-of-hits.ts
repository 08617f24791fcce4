import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/**
 * What rules find is numbered by account: no account waits for what is found for another one, and no number tells how much was. Each
 * goes on above what all have come to; older processes, which would count on as before, stop.
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

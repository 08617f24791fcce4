import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/**
 * When jobs must check a row again, so that they read only due rows. A row with an empty instant is checked in the next
 * run.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await db.schema
    .alterTable('bzp_alerts')
    .addColumn('tell_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndexes(schema, 'bzp_alerts', { by_telling: ['tell_at'] })
  await db.schema
    .alterTable('report_schedules')
    .addColumn('due_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndexes(schema, 'report_schedules', { by_due: ['enabled', 'due_at'] })
  await createTable(schema, 'rule_looks', {
    text: ['account_id', 'kind', 'due_at'],
    primary: ['account_id', 'kind'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'rule_looks', { by_due: ['kind', 'due_at'] })
  await sql`
    insert into rule_looks (account_id, kind, due_at)
    select distinct account_id, kind, '' from rules where enabled = 1`.execute(db)
  await sql`
    insert into rule_looks (account_id, kind, due_at)
    select distinct account_id, 'telling', '' from rules where enabled = 1`.execute(db)
}

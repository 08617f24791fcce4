import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/**
 * Due rows are found by one column that is null if nothing is planned, so schedules that are off or stopped are never
 * read. A row with an empty instant is checked in the next run.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const works = sql`enabled = 1 and stopped is null`
  await db.schema.dropIndex('report_schedules_by_due').execute()
  await db.schema.alterTable('report_schedules').addColumn('next_at', 'text').execute()
  await sql`update report_schedules set next_at = due_at where ${works}`.execute(db)
  await db.schema.alterTable('report_schedules').dropColumn('due_at').execute()
  await createIndexes({ db, engine }, 'report_schedules', { by_next: ['next_at'] })

  await db.schema.dropIndex('white_list_schedules_by_due').execute()
  await db.schema.alterTable('white_list_schedules').renameColumn('next_at', 'next_before').execute()
  await db.schema.alterTable('white_list_schedules').addColumn('next_at', 'text').execute()
  await sql`update white_list_schedules set next_at = next_before where ${works}`.execute(db)
  await db.schema.alterTable('white_list_schedules').dropColumn('next_before').execute()
  await createIndexes({ db, engine }, 'white_list_schedules', { by_next: ['next_at'] })
}

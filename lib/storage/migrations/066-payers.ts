import { type Kysely, sql } from 'kysely'

/**
 * Who spends: the person behind each charge of the panel, and behind automatic charges. Rules of the team belong to
 * their creators.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('ledger').addColumn('user_id', 'text').execute()
  await db.schema.alterTable('rules').addColumn('payer', 'text').execute()
  await db.schema.alterTable('report_schedules').addColumn('payer', 'text').execute()
  await sql`update rules set payer = created_by`.execute(db)
  await sql`update report_schedules set payer = created_by`.execute(db)
}

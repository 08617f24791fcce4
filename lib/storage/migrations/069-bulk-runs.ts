import type { Kysely } from 'kysely'

/** Changes of many monitors go on without the browser that began them: whose right they need is looked at then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bulk_tag_jobs').addColumn('user_id', 'text').execute()
}

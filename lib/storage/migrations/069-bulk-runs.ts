import type { Kysely } from 'kysely'

/** Bulk changes continue without the browser that started them; the rights of their user are checked at that time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bulk_tag_jobs').addColumn('user_id', 'text').execute()
}

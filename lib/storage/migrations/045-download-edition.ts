import type { Kysely } from 'kysely'

/** The edition of a report that a download refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_downloads').addColumn('etag', 'text').execute()
}

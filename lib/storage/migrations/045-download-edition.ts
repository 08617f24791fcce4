import type { Kysely } from 'kysely'

/** Of which edition of a report a download is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_downloads').addColumn('etag', 'text').execute()
}

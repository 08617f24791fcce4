import type { Kysely } from 'kysely'

/** Postcode of a company, and the day on which it was struck off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('subjects').addColumn('postcode', 'text').execute()
  await db.schema.alterTable('subjects').addColumn('deregistered_on', 'text').execute()
}

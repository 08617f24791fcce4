import type { Kysely } from 'kysely'

/** Nothing ever read it: the panel keeps the history of the cap in `cap_changes`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('spend_cap_changes').execute()
}

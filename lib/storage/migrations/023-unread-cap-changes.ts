import type { Kysely } from 'kysely'

/** Drops a table that was never read: the panel has the history of the cap in `cap_changes`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('spend_cap_changes').execute()
}

import type { Kysely } from 'kysely'

/** When an owner dismissed the first steps of the account; null while they may be shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account_settings').addColumn('first_steps_dismissed_at', 'text').execute()
}

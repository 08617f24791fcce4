import type { Kysely } from 'kysely'

/** Since when a provider says no groups of a person whose role goes by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('identities').addColumn('groups_unsaid_at', 'text').execute()
}

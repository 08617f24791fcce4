import type { Kysely } from 'kysely'

/** Since when a provider has sent no groups for a person whose role depends on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('identities').addColumn('groups_unsaid_at', 'text').execute()
}

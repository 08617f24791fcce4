import type { Kysely } from 'kysely'

/** Scope, allowed addresses and expiry of a key, and its last call. Null means no restriction, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['expires_at', 'scope', 'addresses', 'last_operation', 'replaced_by']) {
    await db.schema.alterTable('api_keys').addColumn(column, 'text').execute()
  }
}

import type { Kysely } from 'kysely'

/** What a key may do, from where and until when; and what it did last. Null is what keys were before: bound by nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['expires_at', 'scope', 'addresses', 'last_operation', 'replaced_by']) {
    await db.schema.alterTable('api_keys').addColumn(column, 'text').execute()
  }
}

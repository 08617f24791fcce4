import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Addresses that calendars and feed readers request without signing in. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'feeds', {
    id: 'id',
    text: ['account_id', 'user_id', 'kind', 'name', 'token_sha256', 'narrowing', 'created_at', 'renewed_at'],
    nullableText: ['last_read_at', 'revoked_at'],
    unique: { token_once: ['token_sha256'] },
    references: { account_id: 'accounts', user_id: 'users' },
  })
  await createIndexes(schema, 'feeds', { by_user: ['account_id', 'user_id'] })
}

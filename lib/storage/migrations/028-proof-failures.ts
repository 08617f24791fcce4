import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Failed attempts in a row are stored, so that a restart or another process does not give an attacker new ones. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'proof_failures', {
    text: ['user_id', 'kind'],
    counter: ['failures'],
    nullableText: ['locked_until'],
    primary: ['user_id', 'kind'],
    references: { user_id: 'users' },
  })
  await createIndexes(schema, 'sign_in_challenges', { by_expiry: ['expires_at'] })
}

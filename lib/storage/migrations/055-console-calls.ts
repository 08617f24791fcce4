import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Calls of a user in the console of an account, without data that may be personal. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'console_calls', {
    countedId: 'id',
    text: ['account_id', 'user_id', 'operation', 'called_at', 'inputs'],
    nullableText: ['request_id'],
    counter: ['status', 'took_ms', 'is_partial'],
    nullableInteger: ['units'],
    references: { account_id: 'accounts', user_id: 'users' },
  })
  await createIndexes(schema, 'console_calls', { newest: ['account_id', 'user_id', 'id'], by_user: ['user_id'] })
}

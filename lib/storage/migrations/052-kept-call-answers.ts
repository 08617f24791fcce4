import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Answers of paid calls with an Idempotency-Key, stored for a day so that a repeated call is not charged twice. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'kept_call_answers', {
    text: ['account_id', 'key', 'body_sha256', 'answer', 'kept_at'],
    primary: ['account_id', 'key'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'kept_call_answers', { by_time: ['kept_at'] })
}

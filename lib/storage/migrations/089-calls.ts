import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Refused calls of the service. The store notes since when, because an empty list says nothing about the time before. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'calls', {
    countedId: 'id',
    text: ['account_id', 'via', 'at', 'last_at', 'code', 'fingerprint', 'request_ids'],
    nullableText: ['key_id', 'user_id', 'operation', 'detail'],
    counter: ['status', 'times'],
    references: { account_id: 'accounts' },
    unique: { once: ['account_id', 'fingerprint'] },
  })
  await createIndexes(schema, 'calls', { newest: ['account_id', 'id'], by_time: ['last_at'] })
  await sql`insert into meta (key, value) values ('calls_since', ${new Date().toISOString()})`.execute(db)
}

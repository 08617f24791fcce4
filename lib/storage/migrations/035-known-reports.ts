import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Daily reports that the panel has seen, when it checked, and who downloaded them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  const ofAccount = { references: { account_id: 'accounts' } }
  await createTable(schema, 'known_reports', {
    text: ['account_id', 'report_id', 'report_date', 'source', 'format', 'first_seen_at', 'last_seen_at'],
    nullableText: ['generated_at', 'expires_at'],
    nullableInteger: ['row_count', 'size_bytes'],
    primary: ['account_id', 'report_id'],
    ...ofAccount,
  })
  await createIndexes(schema, 'known_reports', { by_day: ['account_id', 'report_date'] })
  await createTable(schema, 'report_readings', {
    text: ['account_id'],
    nullableText: ['read_at', 'failed_at', 'retry_at', 'code'],
    primary: ['account_id'],
    ...ofAccount,
  })
  await createTable(schema, 'report_watches', {
    text: ['account_id', 'from_at', 'until_at'],
    primary: ['account_id', 'from_at'],
    ...ofAccount,
  })
  await createTable(schema, 'report_downloads', {
    id: 'id',
    text: ['account_id', 'report_id', 'report_date', 'source', 'format', 'user_email', 'at'],
    nullableText: ['user_id', 'purpose'],
    counter: ['bytes', 'is_whole'],
    ...ofAccount,
  })
  await createIndexes(schema, 'report_downloads', { by_day: ['account_id', 'report_date'], by_user: ['user_id'] })
}

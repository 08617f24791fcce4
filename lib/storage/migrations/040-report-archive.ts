import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable, type Schema } from './schema'

/** Where an account stores its daily reports, and the state of each. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'archive_settings', {
    text: [
      'account_id',
      'place',
      'sources',
      'formats',
      'endpoint',
      'region',
      'bucket',
      'prefix',
      'state',
      'changed_by',
      'updated_at',
    ],
    nullableText: [
      'sealed_access_key',
      'sealed_secret_key',
      'off_reason',
      'failing_since',
      'failure',
      'failure_text',
      'told_at',
      'read_at',
      'tidied_at',
      'removal_at',
      'since',
    ],
    counter: ['enabled', 'path_style'],
    nullableInteger: ['keep_days'],
    primary: ['account_id'],
    references: { account_id: 'accounts' },
  })
  await createArchivedReports(schema)
}

async function createArchivedReports(schema: Schema): Promise<void> {
  await createTable(schema, 'archived_reports', {
    id: 'id',
    text: [
      'account_id',
      'report_id',
      'report_date',
      'source',
      'format',
      'generated_at',
      'expires_at',
      'name',
      'place',
      'location',
      'state',
      'next_at',
      'entered_at',
    ],
    nullableText: [
      'sha256',
      'claimed_by',
      'claimed_until',
      'failure',
      'last_error',
      'stored_at',
      'removed_at',
      'verified_at',
    ],
    counter: ['attempts', 'is_unlisted'],
    nullableInteger: ['row_count', 'size_bytes'],
    unique: { edition: ['account_id', 'report_id', 'generated_at'] },
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'archived_reports', {
    by_day: ['account_id', 'report_date', 'source', 'format'],
    by_turn: ['state', 'next_at'],
    by_name: ['account_id', 'name'],
  })
}

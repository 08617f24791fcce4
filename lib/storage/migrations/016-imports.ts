import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** The effect of each import and each reconciliation, monitor by monitor, and what was undone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'imports', {
    id: 'id',
    text: ['account_id', 'actor', 'kind', 'file_name', 'state', 'started_at'],
    nullableText: ['tag', 'newest_at', 'finished_at', 'undone_at', 'undone_by'],
    counter: ['subjects'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'imports', { by_time: ['account_id', 'started_at'] })
  await createTable(schema, 'import_monitors', {
    text: [
      'import_id',
      'account_id',
      'monitor_id',
      'effect',
      'identifier_type',
      'identifier',
      'label',
      'tags',
      'state',
      'at',
    ],
    primary: ['import_id', 'monitor_id', 'effect'],
    references: { import_id: 'imports' },
    cascade: ['import_id'],
  })
  await createIndexes(schema, 'import_monitors', {
    by_monitor: ['account_id', 'monitor_id'],
    by_state: ['import_id', 'state', 'monitor_id'],
  })
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/**
 * Monitors of deleted filters may use another filter: which one, and since when. Filters are counted by their monitors.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'monitor_attachments', {
    countedId: 'id',
    text: ['account_id', 'monitor_id', 'former_filter_id', 'filter_id', 'at'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'monitor_attachments', { by_monitor: ['account_id', 'monitor_id', 'id'] })
  await createIndexes(schema, 'monitors', { by_account_filter: ['account_id', 'filter_id'] })
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** How long persons may be watched, who renewed the purpose and why; and an index of the audit log by person. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'retention_settings', {
    text: ['account_id'],
    counter: ['months'],
    primary: ['account_id'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'purpose_renewals', {
    id: 'id',
    text: ['account_id', 'monitor_id', 'renewed_at', 'actor', 'reason'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'purpose_renewals', { by_monitor: ['account_id', 'monitor_id', 'renewed_at'] })
  await createIndexes(schema, 'audit_entries', { by_actor: ['account_id', 'actor', 'number'] })
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/**
 * Persons that an audit entry concerns, if they are too many for the entry itself; and since when data are retained.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'audit_persons', {
    text: ['account_id', 'hash'],
    counter: ['number'],
    primary: ['account_id', 'number', 'hash'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'audit_persons', { by_hash: ['account_id', 'hash'] })
  await createTable(schema, 'kept_periods', {
    id: 'account_id',
    nullableText: ['events_from', 'audit_from'],
    references: { account_id: 'accounts' },
  })
}

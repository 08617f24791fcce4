import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Whose numbers an entry of the audit log is about, where they are too many to stand in it; and from when on things are kept. */
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

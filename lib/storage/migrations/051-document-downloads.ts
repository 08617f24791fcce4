import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Documents that an account has paid for, and until when further downloads are free. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'document_downloads', {
    text: ['account_id', 'document_id', 'paid_until'],
    primary: ['account_id', 'document_id'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'document_downloads', { by_end: ['paid_until'] })
}

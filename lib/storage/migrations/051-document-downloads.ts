import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Which documents an account has paid for, and until when it gets them again without paying. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'document_downloads', {
    text: ['account_id', 'document_id', 'paid_until'],
    primary: ['account_id', 'document_id'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'document_downloads', { by_end: ['paid_until'] })
}

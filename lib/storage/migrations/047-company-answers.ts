import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Paid answers about companies, page by page. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'company_answers', {
    id: 'id',
    text: [
      'account_id',
      'number',
      'part',
      'series',
      'asked_at',
      'asked_by',
      'operation',
      'query',
      'pool',
      'answer',
      'sha256',
    ],
    nullableText: ['request_id', 'cursor'],
    counter: ['page'],
    nullableInteger: ['units'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'company_answers', {
    by_company: ['account_id', 'number', 'part', 'asked_at'],
    by_series: ['account_id', 'series', 'page'],
  })
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Paid answers about lists of registers, page by page. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'register_answers', {
    id: 'id',
    text: ['account_id', 'list', 'query_key', 'query', 'series', 'asked_at', 'asked_by', 'pool', 'answer', 'sha256'],
    nullableText: ['request_id', 'cursor'],
    counter: ['page', 'row_count'],
    nullableInteger: ['units', 'total'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'register_answers', {
    by_query: ['account_id', 'list', 'query_key', 'asked_at'],
    by_series: ['account_id', 'series', 'page'],
    by_list: ['account_id', 'list', 'asked_at'],
  })
}

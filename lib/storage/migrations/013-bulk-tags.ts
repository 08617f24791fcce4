import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Bulk changes of tags: what was requested, progress, and what really changed, for the undo. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'bulk_tag_jobs', {
    id: 'id',
    text: ['account_id', 'kind', 'actor', 'state', 'add_tags', 'remove_tags', 'created_at', 'touched_at'],
    nullableText: ['undo_of', 'finished_at'],
    counter: ['selected', 'changing', 'same', 'refused', 'missing'],
    unique: { one_undo: ['undo_of'] },
    references: { account_id: 'accounts', undo_of: 'bulk_tag_jobs' },
    cascade: ['undo_of'],
  })
  await createIndexes(schema, 'bulk_tag_jobs', { by_time: ['account_id', 'created_at'], by_age: ['created_at'] })
  await createTable(schema, 'bulk_tag_chunks', {
    text: ['job_id', 'state', 'ids'],
    nullableText: ['cursor'],
    counter: ['number', 'pages', 'monitors', 'updated', 'changed'],
    primary: ['job_id', 'number'],
    references: { job_id: 'bulk_tag_jobs' },
    cascade: ['job_id'],
  })
  await createTable(schema, 'bulk_tag_steps', {
    text: ['job_id', 'state', 'differences'],
    counter: ['chunk', 'number', 'updated'],
    primary: ['job_id', 'chunk', 'number'],
    references: { job_id: 'bulk_tag_jobs' },
    cascade: ['job_id'],
  })
}

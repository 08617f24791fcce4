import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Named views of a page, of a user or the team, and the default views. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'saved_views', {
    id: 'id',
    text: ['account_id', 'page', 'owner', 'name', 'query', 'saved_by', 'saved_at'],
    unique: { name_once: ['account_id', 'page', 'owner', 'name'] },
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'view_defaults', {
    text: ['account_id', 'page', 'owner', 'view_id'],
    primary: ['account_id', 'page', 'owner'],
    references: { account_id: 'accounts', view_id: 'saved_views' },
    cascade: ['view_id'],
  })
  await createIndexes(schema, 'view_defaults', { by_view: ['view_id'] })
}

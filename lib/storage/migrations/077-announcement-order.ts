import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createSequence, createTable } from './schema'

/**
 * KRS changes are ordered by entry within a day, announcements are numbered in commit order, and paid parts of streams
 * are stored for a day. Rows that an older process adds in between have neither place nor number and come first in
 * their day.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  for (const column of ['place', 'number']) {
    await db.schema
      .alterTable('announcements')
      .addColumn(column, 'bigint', (builder) => builder.notNull().defaultTo(0))
      .execute()
  }
  await createSequence(schema, 'announcements')
  const entry =
    engine === 'sqlite'
      ? sql`cast(json_extract(row, '$.entry_number') as integer)`
      : sql`cast(cast(row as json) ->> 'entry_number' as bigint)`
  await sql`update announcements set place = coalesce(${entry}, 0) where source = 'krs'`.execute(db)
  await db.schema.dropIndex('announcements_by_day').execute()
  await createIndexes(schema, 'announcements', {
    by_place: ['source', 'day', 'place', 'id'],
    by_number: ['source', 'number'],
  })
  await createTable(schema, 'paid_streams', {
    text: ['account_id', 'id', 'day', 'row_id', 'paid_until'],
    counter: ['place', 'rows'],
    primary: ['account_id', 'id'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'paid_streams', { by_end: ['paid_until'] })
}

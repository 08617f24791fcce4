import { type Kysely, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { foldLine } from '@/lib/domain/fold'

import { INSERT_CHUNK } from '../engine/chunks'
import type { Engine } from '../storage'
import { createIndexes, createSequence, createTable } from './schema'

type Company = { id: string; name: string }
type Filled = { subject_search: { subject_id: string; search_text: string; position: number } }

/** Folded names of companies with an explicit order: what the search reads and pages by. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'subject_search', {
    id: 'subject_id',
    text: ['search_text'],
    counter: ['position'],
    references: { subject_id: 'subjects' },
    cascade: ['subject_id'],
  })
  await createIndexes(schema, 'subject_search', { by_position: ['position'] })
  await createSequence(schema, 'subjects')
  const { rows } = await sql<Company>`select id, name from subjects where kind = 'company' order by id`.execute(db)
  const entries = rows
    .map(({ id, name }) => ({ subject_id: id, search_text: foldLine(name) }))
    .sort((a, b) => (a.search_text < b.search_text ? -1 : 1))
    .map((entry, index) => ({ ...entry, position: index + 1 }))
  for (const chunk of chunksOf(entries, INSERT_CHUNK)) {
    await db.withTables<Filled>().insertInto('subject_search').values(chunk).execute()
  }
  await sql`update sequences set value = ${entries.length} where name = 'subjects'`.execute(db)
}

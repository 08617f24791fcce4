import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** The numbered KRS entries of each company, the current white list, and the progress of the sample's stories. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'krs_entries', {
    id: 'id',
    text: ['company_id', 'entered_on', 'title'],
    nullableText: ['section', 'field', 'old_value', 'new_value', 'printed_on'],
    counter: ['number'],
  })
  await createIndexes(schema, 'krs_entries', { by_company: ['company_id', 'number'], by_day: ['entered_on'] })
  await createTable(schema, 'white_list_entries', { text: ['company_id', 'row'], primary: ['company_id'] })
  await createTable(schema, 'sample_states', { text: ['subject_id', 'state'], primary: ['subject_id'] })
  await db.schema.alterTable('subjects').addColumn('main_activity', 'text').execute()
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** The list from which an import was made: number of rows, the rows that were not sent, and the file. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const column of ['list_rows', 'list_refused', 'list_repeated'])
    await db.schema.alterTable('imports').addColumn(column, 'bigint').execute()
  await db.schema.alterTable('imports').addColumn('file_sha256', 'text').execute()
  await createTable({ db, engine }, 'import_rejections', {
    text: ['import_id', 'account_id', 'kind', 'identifier', 'label', 'reason'],
    counter: ['place', 'line'],
    primary: ['import_id', 'place'],
    references: { import_id: 'imports' },
    cascade: ['import_id'],
  })
}

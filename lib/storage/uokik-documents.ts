import type { Kysely } from 'kysely'

import type { RegisterEntryTable } from './register-tables'
import type { Database } from './tables'

/** The decision that a document is of. */
export const findUokikDecision = (db: Kysely<Database>, id: string): Promise<RegisterEntryTable | undefined> =>
  db.selectFrom('register_entries').selectAll().where('register', '=', 'uokik').where('id', '=', id).executeTakeFirst()

import type { Db } from '../storage'
import type { RegisterEntryTable } from './tables'

/** The decision that a document is of. */
export const findUokikDecision = (db: Db, id: string): Promise<RegisterEntryTable | undefined> =>
  db.selectFrom('register_entries').selectAll().where('register', '=', 'uokik').where('id', '=', id).executeTakeFirst()

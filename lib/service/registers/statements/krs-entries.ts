import { insertAll } from '@/lib/storage/engine/insert-all'
import type { Db } from '@/lib/storage/storage'

import type { KrsEntryTable } from '../tables'

export const insertKrsEntries = (db: Db, entries: readonly KrsEntryTable[]): Promise<void> =>
  insertAll(db, 'krs_entries', entries)

/** All entries of a company, oldest first; an entry that changed several fields has a row for each. */
export const listKrsEntries = (db: Db, companyId: string): Promise<KrsEntryTable[]> =>
  db.selectFrom('krs_entries').selectAll().where('company_id', '=', companyId).orderBy('number').orderBy('id').execute()

export const findLastKrsEntry = (db: Db, companyId: string): Promise<KrsEntryTable | undefined> =>
  db
    .selectFrom('krs_entries')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

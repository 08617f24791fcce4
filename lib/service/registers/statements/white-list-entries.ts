import { chunksOf } from '@/lib/domain/collections/chunks'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { putRow } from '@/lib/storage/engine/insert-new'
import type { Db } from '@/lib/storage/storage'

import type { WhiteListEntryTable } from '../tables'

export async function listWhiteListEntries(db: Db, companyIds: readonly string[]): Promise<WhiteListEntryTable[]> {
  const found: WhiteListEntryTable[] = []
  for (const ids of chunksOf(companyIds, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('white_list_entries').selectAll().where('company_id', 'in', ids)
    found.push(...(await rows.execute()))
  }
  return found
}

export const insertWhiteListEntries = (db: Db, entries: readonly WhiteListEntryTable[]): Promise<void> =>
  insertAll(db, 'white_list_entries', entries)

export async function putWhiteListEntry(db: Db, entry: WhiteListEntryTable): Promise<void> {
  await putRow(db, 'white_list_entries', entry, ['company_id'])
}

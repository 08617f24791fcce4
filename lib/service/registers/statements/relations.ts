import { chunksOf } from '@/lib/domain/collections/chunks'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import type { Db } from '@/lib/storage/storage'

import type { RelationTable } from '../tables'

export const insertRelations = (db: Db, relations: readonly RelationTable[]): Promise<void> =>
  insertAll(db, 'relations', relations)

/** All who hold or held a role in a company, by start of the role; roles without a day come first. */
export async function listHolders(db: Db, companyId: string): Promise<RelationTable[]> {
  const rows = await db.selectFrom('relations').selectAll().where('company_id', '=', companyId).orderBy('id').execute()
  // Sorted here, because the engines order null differently.
  return rows.toSorted((a, b) => Date.parse(a.since ?? '0001-01-01') - Date.parse(b.since ?? '0001-01-01'))
}

/** Relations with one of `ids` at either end, without duplicates; at most `limit` per end and 5000 ids. */
export async function listRelationsOf(db: Db, ids: readonly string[], limit: number): Promise<RelationTable[]> {
  const found = new Map<string, RelationTable>()
  for (const part of chunksOf(ids, LOOKUP_CHUNK)) {
    for (const end of ['company_id', 'holder_id'] as const) {
      const rows = db.selectFrom('relations').selectAll().where(end, 'in', part).orderBy('id').limit(limit)
      for (const row of await rows.execute()) found.set(row.id, row)
    }
  }
  return [...found.values()]
}

/** Current holdings in the companies, in the wording of an extract. */
export async function listShareholders(
  db: Db,
  companyIds: readonly string[],
): Promise<Pick<RelationTable, 'company_id' | 'detail'>[]> {
  const found: Pick<RelationTable, 'company_id' | 'detail'>[] = []
  for (const ids of chunksOf(companyIds, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('relations').select(['company_id', 'detail']).where('company_id', 'in', ids)
    found.push(...(await rows.where('role', '=', 'shareholder').where('until', 'is', null).execute()))
  }
  return found
}

export const listHeldBy = (db: Db, holderId: string): Promise<RelationTable[]> =>
  db.selectFrom('relations').selectAll().where('holder_id', '=', holderId).orderBy('id').execute()

export async function endRelation(db: Db, id: string, until: string): Promise<void> {
  await db.updateTable('relations').set({ until }).where('id', '=', id).execute()
}

/** Updates the company's name in all roles that it holds. */
export async function renameHolder(db: Db, holderId: string, name: string): Promise<void> {
  await db.updateTable('relations').set({ holder_name: name }).where('holder_id', '=', holderId).execute()
}

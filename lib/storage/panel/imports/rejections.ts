import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK } from '../../engine/chunks'
import type { Db } from '../../storage'
import type { ImportRejectionTable } from './tables'

/** What is there already stays as it was written first. */
export async function insertImportRejections(db: Db, rows: readonly ImportRejectionTable[]): Promise<void> {
  for (const part of chunksOf(rows, INSERT_CHUNK)) {
    await db
      .insertInto('import_rejections')
      .values(part)
      .onConflict((on) => on.columns(['import_id', 'place']).doNothing())
      .execute()
  }
}

/** In the order of the list; what the service refused has its own lines of it. */
export const listImportRejections = (db: Db, importId: string): Promise<ImportRejectionTable[]> =>
  db
    .selectFrom('import_rejections')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('place')
    .execute()

/** How many numbers of each import the service did not take. */
export async function countServiceRefusals(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_rejections')
    .select(({ fn }) => ['import_id', fn.countAll().as('count')])
    .where('import_id', 'in', ids)
    .where('kind', '=', 'service')
    .groupBy('import_id')
    .execute()
  return new Map(rows.map(({ import_id: id, count }) => [id, Number(count)]))
}

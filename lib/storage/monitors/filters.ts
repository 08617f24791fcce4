import { chunksOf } from '@/lib/domain/collections/chunks'

import type { Db } from '../storage'
import type { FilterTable } from './tables'

const ITEM_INSERT_CHUNK = 4_000

export const listFilters = (db: Db, accountId: string): Promise<FilterTable[]> =>
  db.selectFrom('filters').selectAll().where('account_id', '=', accountId).execute()

export async function countFilters(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('filters')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export const findFilter = (db: Db, accountId: string, id: string): Promise<FilterTable | undefined> =>
  db.selectFrom('filters').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function insertFilter(db: Db, row: FilterTable): Promise<void> {
  await db.insertInto('filters').values(row).execute()
}

export async function updateFilter(db: Db, { id, account_id, ...change }: FilterTable): Promise<void> {
  await db.updateTable('filters').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
}

/** Its items go with it; its monitors stay. */
export async function deleteFilter(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('filters').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Makes the filter's items exactly these. */
export async function replaceFilterItems(
  db: Db,
  filter: Pick<FilterTable, 'id' | 'account_id'>,
  items: readonly { kind: string; value: string }[],
): Promise<void> {
  await db.deleteFrom('filter_items').where('filter_id', '=', filter.id).execute()
  for (const chunk of chunksOf(items, ITEM_INSERT_CHUNK)) {
    const rows = chunk.map((item) => ({ filter_id: filter.id, account_id: filter.account_id, ...item }))
    await db.insertInto('filter_items').values(rows).execute()
  }
}

import { chunksOf } from '@/lib/domain/collections/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { FilterTable } from '../tables'

type CountedUse = { readonly filter_id: string; readonly count: number }

/** Number of the account's monitors, or ordered custom reports, by filter, including deleted filters. */
export async function countByFilter(
  db: Db,
  table: 'monitors' | 'report_jobs',
  accountId: string,
): Promise<CountedUse[]> {
  const rows = await db
    .selectFrom(table)
    .select((eb) => ['filter_id', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('filter_id', 'is not', null)
    .groupBy('filter_id')
    .execute()
  return rows.flatMap(({ filter_id, count }) => (filter_id === null ? [] : [{ filter_id, count }]))
}

export const listFilterNames = (db: Db, accountId: string): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('filters').select(['id', 'name']).where('account_id', '=', accountId).orderBy('created_at').execute()

const ITEM_INSERT_CHUNK = 4_000

export const listFilters = (db: Db, accountId: string): Promise<FilterTable[]> =>
  db.selectFrom('filters').selectAll().where('account_id', '=', accountId).execute()

export const countFilters = (db: Db, accountId: string): Promise<number> =>
  ofAccount(db, 'filters', accountId).$call(countRows)

export const findFilter = (db: Db, accountId: string, id: string): Promise<FilterTable | undefined> =>
  db.selectFrom('filters').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function insertFilter(db: Db, row: FilterTable): Promise<void> {
  await db.insertInto('filters').values(row).execute()
}

export async function updateFilter(db: Db, { id, account_id, ...change }: FilterTable): Promise<void> {
  await db.updateTable('filters').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
}

/** Deletes the filter with its items; its monitors stay. */
export async function deleteFilter(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('filters').where('account_id', '=', accountId).where('id', '=', id).execute()
}

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

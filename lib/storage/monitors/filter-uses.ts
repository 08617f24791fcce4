import type { Db } from '../storage'

export type CountedUse = { readonly filter_id: string; readonly count: number }

/** How many monitors of the account work by each filter, whether it is still there or not. */
export async function countMonitorsByFilter(db: Db, accountId: string): Promise<CountedUse[]> {
  const rows = await db
    .selectFrom('monitors')
    .select((eb) => ['filter_id', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('filter_id', 'is not', null)
    .groupBy('filter_id')
    .execute()
  return rows.flatMap(({ filter_id, count }) => (filter_id === null ? [] : [{ filter_id, count }]))
}

/** How many custom reports of the account were ordered by each filter. */
export async function countReportsByFilter(db: Db, accountId: string): Promise<CountedUse[]> {
  const rows = await db
    .selectFrom('report_jobs')
    .select((eb) => ['filter_id', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('filter_id', 'is not', null)
    .groupBy('filter_id')
    .execute()
  return rows.flatMap(({ filter_id, count }) => (filter_id === null ? [] : [{ filter_id, count }]))
}

export const listFilterNames = (db: Db, accountId: string): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('filters').select(['id', 'name']).where('account_id', '=', accountId).orderBy('created_at').execute()

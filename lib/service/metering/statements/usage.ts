import { unusedDay, unusedMonth } from '@/lib/domain/usage/pools'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { statementOfOne } from '@/lib/storage/engine/statement'
import type { Db } from '@/lib/storage/storage'

import type { LedgerTable, UsageDayTable, UsageEndpointTable, UsageMonthTable } from '../tables'

type AccountMonth = { readonly accountId: string; readonly month: string }

export const emptyMonth = (account_id: string, month: string): UsageMonthTable => ({
  account_id,
  month,
  ...unusedMonth,
  pdfs_api: 0,
  reports: 0,
  trial_requests: 0,
})
export const emptyDay = (account_id: string, day: string): UsageDayTable => ({
  account_id,
  day,
  ...unusedDay,
})

// Columns by name: PostgreSQL refuses a prepared `select *` after a newer process has added a column. Safe: these are
// the keys of the row.
export const monthColumns = Object.keys(emptyMonth('', '')) as (keyof UsageMonthTable)[]
export const usageDayColumns = Object.keys(emptyDay('', '')) as (keyof UsageDayTable)[]

/** The counters of a month; zeros if nothing was counted yet. */
export async function readMonth(db: Db, accountId: string, month: string): Promise<UsageMonthTable> {
  return (await selectMonth(db, accountId, month).executeTakeFirst()) ?? emptyMonth(accountId, month)
}

export const selectMonth = (db: Db, accountId: string, month: string) =>
  db.selectFrom('usage_months').select(monthColumns).where('account_id', '=', accountId).where('month', '=', month)

const selectLockedMonth = statementOfOne<AccountMonth, UsageMonthTable>((db, scope) =>
  selectMonth(db, scope.accountId, scope.month).forNoKeyUpdate(),
)

/**
 * Locks the counters until the transaction ends. Every decision on a counter, a limit or the cap of the month must take
 * this lock first.
 */
export async function lockMonth(db: Db, accountId: string, month: string): Promise<UsageMonthTable> {
  const existing = await selectLockedMonth(db, { accountId, month })
  if (existing) return existing
  await insertMonth(db, emptyMonth(accountId, month)).execute()
  return lockMonth(db, accountId, month)
}

export const insertMonth = (db: Db, row: UsageMonthTable) =>
  db
    .insertInto('usage_months')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'month']).doNothing())

export async function countTrialRequest(db: Db, accountId: string, month: string): Promise<void> {
  await db
    .insertInto('usage_months')
    .values({ ...emptyMonth(accountId, month), trial_requests: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'month'])
        .doUpdateSet((row) => ({ trial_requests: row('usage_months.trial_requests', '+', 1) })),
    )
    .execute()
}

export async function readDay(db: Db, accountId: string, day: string): Promise<UsageDayTable> {
  return (await selectDay(db, accountId, day).executeTakeFirst()) ?? emptyDay(accountId, day)
}

export const selectDay = (db: Db, accountId: string, day: string) =>
  db.selectFrom('usage_days').select(usageDayColumns).where('account_id', '=', accountId).where('day', '=', day)

/** Ascending; only days with counts. Both ends are inclusive. */
export const listDays = (db: Db, accountId: string, range: { from: string; to: string }): Promise<UsageDayTable[]> =>
  ofAccount(db, 'usage_days', accountId)
    .selectAll()
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('day')
    .execute()

/** Most units first. */
export const listEndpoints = (db: Db, accountId: string, month: string): Promise<UsageEndpointTable[]> =>
  ofAccount(db, 'usage_endpoints', accountId)
    .selectAll()
    .where('month', '=', month)
    .orderBy('units', 'desc')
    .orderBy('endpoint')
    .orderBy('pool')
    .execute()

export type ChargeRow = Omit<LedgerTable, 'id'>
/** The amount by which each counter changes. */
export type MonthSums = Omit<UsageMonthTable, 'account_id' | 'month' | 'reports' | 'trial_requests'>
export type DaySums = Omit<UsageDayTable, 'account_id' | 'day'>

export type ChargeSums = { readonly month: MonthSums; readonly day: DaySums }

export function addTo<K extends string>(
  sums: Record<NoInfer<K>, number>,
  increments: Readonly<Record<K, number>>,
): void {
  for (const name in increments) sums[name] += increments[name]
}

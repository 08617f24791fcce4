import type { Insertable, Kysely } from 'kysely'

import { lockRow } from './lock'
import type { Engine } from './open'
import type { Database, LedgerTable, UsageDayTable, UsageEndpointTable, UsageMonthTable } from './tables'

type Db = Kysely<Database>
type On = { readonly db: Db; readonly engine: Engine }

export const emptyMonth = (account_id: string, month: string): UsageMonthTable => ({
  account_id,
  month,
  lookups: 0,
  rejestr: 0,
  announcement: 0,
  bzp: 0,
  risk: 0,
  rdf: 0,
  pdfs: 0,
  pdfs_api: 0,
  reports: 0,
  trial_requests: 0,
  overage_units: 0,
  overage_grosz: 0,
})
export const emptyDay = (account_id: string, day: string): UsageDayTable => ({
  account_id,
  day,
  lookups: 0,
  rdf: 0,
  pdfs: 0,
  wpv_checks: 0,
  overage_units: 0,
  overage_grosz: 0,
})

/** The counters of a month; zeros when nothing was counted yet. */
export async function readMonth(db: Db, accountId: string, month: string): Promise<UsageMonthTable> {
  return (await selectMonth(db, accountId, month).executeTakeFirst()) ?? emptyMonth(accountId, month)
}

const selectMonth = (db: Db, accountId: string, month: string) =>
  db.selectFrom('usage_months').selectAll().where('account_id', '=', accountId).where('month', '=', month)

/** The same, held until the transaction ends: whoever decides on a counter, a limit or the cap of the month takes it first. */
export async function lockMonth({ db, engine }: On, accountId: string, month: string): Promise<UsageMonthTable> {
  const locked = () => lockRow(selectMonth(db, accountId, month), engine)
  const known = await locked().executeTakeFirst()
  if (known) return known
  await db
    .insertInto('usage_months')
    .values(emptyMonth(accountId, month))
    .onConflict((conflict) => conflict.columns(['account_id', 'month']).doNothing())
    .execute()
  return locked().executeTakeFirstOrThrow()
}

export async function readDay(db: Db, accountId: string, day: string): Promise<UsageDayTable> {
  const row = await db
    .selectFrom('usage_days')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? emptyDay(accountId, day)
}

/** Ascending; only days on which something was counted. Both ends are included. */
export const listDays = (db: Db, accountId: string, range: { from: string; to: string }): Promise<UsageDayTable[]> =>
  db
    .selectFrom('usage_days')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('day')
    .execute()

/** Most units first. */
export const listEndpoints = (db: Db, accountId: string, month: string): Promise<UsageEndpointTable[]> =>
  db
    .selectFrom('usage_endpoints')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .orderBy('units', 'desc')
    .orderBy('endpoint')
    .orderBy('pool')
    .execute()

export type Charge = Insertable<LedgerTable>
/** By how much each counter moves. */
export type MonthSums = Omit<UsageMonthTable, 'account_id' | 'month' | 'reports'>
export type DaySums = Omit<UsageDayTable, 'account_id' | 'day'>

export type ChargeSums = { readonly month: MonthSums; readonly day: DaySums }

/** Writes charges and moves every counter by them, within the transaction that holds their months (`lockMonth`). */
export async function insertCharges(
  db: Db,
  charges: readonly { readonly charge: Charge; readonly sums: ChargeSums }[],
): Promise<void> {
  const rows = charges.map(({ charge }) => charge)
  await db.insertInto('ledger').values(rows).execute()
  const months = summed(
    charges,
    ({ charge }) => `${charge.account_id} ${charge.month}`,
    ({ sums }) => sums.month,
  )
  for (const { of, sums } of months) await addToMonth(db, of.charge, sums)
  const days = summed(
    charges,
    ({ charge }) => `${charge.account_id} ${charge.day}`,
    ({ sums }) => sums.day,
  )
  for (const { of, sums } of days) await addToDay(db, of.charge, sums)
  const endpoints = summed(
    charges,
    ({ charge }) => [charge.account_id, charge.month, charge.endpoint, charge.pool].join(' '),
    ({ charge }) => ({ calls: charge.calls, units: charge.units }),
  )
  for (const { of, sums } of endpoints) await addToEndpoint(db, { ...of.charge, ...sums })
}

/** The items of each key: one of them, and the sums of all. */
function summed<T, S extends Record<string, number>>(
  items: readonly T[],
  keyOf: (item: T) => string,
  sumsOf: (item: T) => S,
): Iterable<{ of: T; sums: S }> {
  const groups = new Map<string, { of: T; sums: S }>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) addTo(group.sums, sumsOf(item))
    else groups.set(key, { of: item, sums: { ...sumsOf(item) } })
  }
  return groups.values()
}

/** Adds each number of `by` to the one of that name. */
export function addTo<K extends string>(sums: Record<NoInfer<K>, number>, by: Readonly<Record<K, number>>): void {
  for (const name in by) sums[name] += by[name]
}

async function addToMonth(db: Db, { account_id, month }: Charge, by: MonthSums): Promise<void> {
  await db
    .updateTable('usage_months')
    .set((e) => ({
      lookups: e('lookups', '+', by.lookups),
      rejestr: e('rejestr', '+', by.rejestr),
      announcement: e('announcement', '+', by.announcement),
      bzp: e('bzp', '+', by.bzp),
      risk: e('risk', '+', by.risk),
      rdf: e('rdf', '+', by.rdf),
      pdfs: e('pdfs', '+', by.pdfs),
      pdfs_api: e('pdfs_api', '+', by.pdfs_api),
      trial_requests: e('trial_requests', '+', by.trial_requests),
      overage_units: e('overage_units', '+', by.overage_units),
      overage_grosz: e('overage_grosz', '+', by.overage_grosz),
    }))
    .where('account_id', '=', account_id)
    .where('month', '=', month)
    .execute()
}

async function addToDay(db: Db, { account_id, day }: Charge, by: DaySums): Promise<void> {
  await db
    .insertInto('usage_days')
    .values({ account_id, day, ...by })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet((e) => ({
        lookups: e('usage_days.lookups', '+', by.lookups),
        rdf: e('usage_days.rdf', '+', by.rdf),
        pdfs: e('usage_days.pdfs', '+', by.pdfs),
        wpv_checks: e('usage_days.wpv_checks', '+', by.wpv_checks),
        overage_units: e('usage_days.overage_units', '+', by.overage_units),
        overage_grosz: e('usage_days.overage_grosz', '+', by.overage_grosz),
      })),
    )
    .execute()
}

async function addToEndpoint(db: Db, charge: Charge): Promise<void> {
  const { account_id, month, endpoint, pool, calls, units } = charge
  await db
    .insertInto('usage_endpoints')
    .values({ account_id, month, endpoint, pool, calls, units })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'month', 'endpoint', 'pool']).doUpdateSet((e) => ({
        calls: e('usage_endpoints.calls', '+', calls),
        units: e('usage_endpoints.units', '+', units),
      })),
    )
    .execute()
}

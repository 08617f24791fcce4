import type { Insertable } from 'kysely'

import { insertAll } from '@/lib/storage/engine/insert-all'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { LedgerTable, UsageDayTable, UsageEndpointTable, UsageMonthTable } from '../tables'

/** Ledger rows summed over everything that no counter distinguishes. */
export type LedgerSum = Omit<
  LedgerTable,
  'id' | 'key_id' | 'user_id' | 'operation' | 'unit_grosz' | 'at' | 'request_id'
>

/** A sum with what no counter shows: the time range, and the number of rows whose amount differs from units × price. */
export type CheckedSum = LedgerSum & {
  readonly first_at: string
  readonly last_at: string
  readonly mispriced: number
}

export const sumLedger = (db: Db, accountId?: string): Promise<CheckedSum[]> =>
  db
    .selectFrom('ledger')
    .select(['account_id', 'month', 'day', 'endpoint', 'pool', 'register', 'via', 'trial'])
    .select((e) => [
      e.fn.sum<number>('calls').as('calls'),
      e.fn.sum<number>('units').as('units'),
      e.fn.sum<number>('overage_units').as('overage_units'),
      e.fn.sum<number>('overage_grosz').as('overage_grosz'),
      e.fn.min('at').as('first_at'),
      e.fn.max('at').as('last_at'),
      e.fn
        .sum<number>(
          e
            .case()
            .when('overage_grosz', '!=', e('overage_units', '*', e.ref('unit_grosz')))
            .then(1)
            .else(0)
            .end(),
        )
        .as('mispriced'),
    ])
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .groupBy(['account_id', 'month', 'day', 'endpoint', 'pool', 'register', 'via', 'trial'])
    .execute()

export async function listCounters(db: Db, accountId?: string) {
  const of = accountId ?? ''
  const one = accountId !== undefined
  return {
    months: await db
      .selectFrom('usage_months')
      .selectAll()
      .$if(one, (q) => q.where('account_id', '=', of))
      .execute(),
    days: await db
      .selectFrom('usage_days')
      .selectAll()
      .$if(one, (q) => q.where('account_id', '=', of))
      .execute(),
    endpoints: await db
      .selectFrom('usage_endpoints')
      .selectAll()
      .$if(one, (q) => q.where('account_id', '=', of))
      .execute(),
  }
}

export type Counters = {
  readonly months: readonly UsageMonthTable[]
  readonly days: readonly UsageDayTable[]
  readonly endpoints: readonly UsageEndpointTable[]
}

/** Inserts many charges with their counters. Only for sample data; calls charge through `Charges`. */
export async function insertLedger(
  db: Db,
  charges: readonly Insertable<LedgerTable>[],
  counters: Counters,
): Promise<void> {
  await insertAll(db, 'ledger', charges)
  await insertAll(db, 'usage_months', counters.months)
  await insertAll(db, 'usage_days', counters.days)
  await insertAll(db, 'usage_endpoints', counters.endpoints)
}

export const hasLedger = (db: Db, accountId: string): Promise<boolean> =>
  db.selectFrom('ledger').select('id').where('account_id', '=', accountId).limit(1).$call(returnsRow)

import type { Pool } from '@/lib/contract/operation'
import { dayBounds, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { ceilingGrosz } from '@/lib/domain/money'
import type { ChargeStore } from '@/lib/storage/charge-store'
import type { UsageMonthTable } from '@/lib/storage/tables'

import type { Account } from './context'
import { paymentRequired, type Refusal } from './errors'
import { type LookupPool, lookupsLeft, type Overage, overageOf, sellsOverage } from './lookup-pool'

/** A pool at one moment of a transaction that holds it. */
export type PoolState = {
  /** Units that can still be charged; null when nothing limits them. */
  readonly left: number | null
  overageOf(units: number): Overage
  /** The 402 for a call that does not fit. */
  refusal(): Refusal
}

export type PoolAccess = {
  readonly charges: Pick<ChargeStore, 'month' | 'day'>
  readonly account: Account
  readonly now: Date
}

/** Takes the lock of the account's month, under which every charge of the account is made, and reads the pool. */
export async function lockPool(access: PoolAccess, pool: Pool): Promise<PoolState> {
  const { charges, account, now } = access
  const month = warsawMonth(now)
  const { counters, spendCapPln } = await charges.month(account.id, month)
  const monthEnd = () => monthBounds(month).end
  switch (pool) {
    case 'lookups':
      return lookups(toLookupPool(account, counters, spendCapPln), monthEnd)
    case 'rdf':
      return hard('rdf', { limit: account.limits.rdf, used: counters.rdf, resets_at: monthEnd })
    case 'pdf':
      return hard('pdf', { limit: account.limits.pdfs, used: counters.pdfs, resets_at: monthEnd })
    case 'wpv': {
      const day = warsawDay(now)
      const { wpv_checks } = await charges.day(account.id, day)
      return hard('wpv', { limit: account.limits.wpv_checks, used: wpv_checks, resets_at: () => dayBounds(day).end })
    }
  }
}

export const toLookupPool = (
  account: Account,
  counters: Pick<UsageMonthTable, 'lookups' | 'overage_grosz'>,
  spendCapPln: number | null,
): LookupPool => ({
  included: account.limits.lookups,
  used: counters.lookups,
  overageGrosz: counters.overage_grosz,
  unitGrosz: account.unitGrosz,
  spendCapPln,
  trial: account.state === 'trial',
})

function lookups(pool: LookupPool, resetsAt: () => string): PoolState {
  const refusal = () =>
    sellsOverage(pool)
      ? paymentRequired('overage', 'The spend cap is reached (limit and used in grosz)', {
          limit: ceilingGrosz(pool.spendCapPln),
          used: pool.overageGrosz,
          resets_at: resetsAt(),
        })
      : paymentRequired('lookups', 'The monthly lookup pool is used up', {
          limit: pool.included,
          used: pool.used,
          resets_at: resetsAt(),
        })
  return { left: lookupsLeft(pool), overageOf: (units) => overageOf(pool, units), refusal }
}

type Hard = { readonly limit: number | null; readonly used: number; readonly resets_at: () => string }
const MESSAGES = {
  rdf: 'The monthly pool of RDF units is used up',
  pdf: 'The monthly pool of PDF downloads is used up',
  wpv: 'The daily white-list pool is used up',
} as const

function hard(pool: keyof typeof MESSAGES, state: Hard): PoolState {
  return {
    left: state.limit === null ? null : Math.max(0, state.limit - state.used),
    overageOf: () => ({ overage_units: 0, overage_grosz: 0 }),
    refusal: () => paymentRequired(pool, MESSAGES[pool], { ...state, resets_at: state.resets_at() }),
  }
}

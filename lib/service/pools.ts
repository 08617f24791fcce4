import type { Pool } from '@/lib/contract/operation'
import { dayBounds, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { ceilingGrosz } from '@/lib/domain/money'
import type { ChargeStore } from '@/lib/storage/charge-store'
import type { UsageMonthTable } from '@/lib/storage/tables'

import type { Account } from './context'
import { type PoolRefusal, poolRefused, type Refusal } from './errors'
import { type LookupPool, lookupsLeft, type Overage, overageOf, sellsOverage } from './lookup-pool'

/** A pool at one moment of a transaction that holds it. */
export type PoolState = {
  /** Units that can still be charged; null when nothing limits them. */
  readonly left: number | null
  overageOf(units: number): Overage
  /** The 402 for a call of so many units, which does not fit. */
  refusal(requested: number): Refusal
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
  const left = lookupsLeft(pool)
  const state = sellsOverage(pool)
    ? { limit: ceilingGrosz(pool.spendCapPln), used: pool.overageGrosz }
    : { limit: pool.included, used: pool.used }
  const name = sellsOverage(pool) ? 'overage' : 'lookups'
  const refusal = (requested: number) => refuse(name, left, { ...state, requested, resets_at: resetsAt() })
  return { left, overageOf: (units) => overageOf(pool, units), refusal }
}

type Hard = { readonly limit: number | null; readonly used: number; readonly resets_at: () => string }

function hard(pool: Exclude<Pool, 'lookups'>, state: Hard): PoolState {
  const left = state.limit === null ? null : Math.max(0, state.limit - state.used)
  return {
    left,
    overageOf: () => ({ overage_units: 0, overage_grosz: 0 }),
    refusal: (requested) => refuse(pool, left, { ...state, requested, resets_at: state.resets_at() }),
  }
}

const USED_UP = {
  overage: 'The spend cap is reached',
  lookups: 'The monthly lookup pool is used up',
  rdf: 'The monthly pool of RDF units is used up',
  pdf: 'The monthly pool of PDF downloads is used up',
  wpv: 'The daily white-list pool is used up',
} as const
const LEFT = {
  overage: (units: number) => `the spend cap leaves ${units}`,
  lookups: (units: number) => `the monthly lookup pool has ${units} left`,
  rdf: (units: number) => `the monthly pool of RDF units has ${units} left`,
  pdf: (units: number) => `the monthly pool of PDF downloads has ${units} left`,
  wpv: (units: number) => `the daily white-list pool has ${units} left`,
} as const

/** A call that asks for too much is told so: a smaller one would pass. */
function refuse(pool: keyof typeof USED_UP, left: number | null, state: PoolRefusal): Refusal {
  const message =
    left === null || left === 0
      ? USED_UP[pool]
      : `The call costs ${state.requested} units, and ${LEFT[pool](left)}; a smaller one would pass`
  const grosz = pool === 'overage' ? ' (limit and used in grosz)' : ''
  return poolRefused(`${message}${grosz}`, { pool, left: left ?? 0, state })
}

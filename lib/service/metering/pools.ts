import { dayBounds, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { ceilingGrosz } from '@/lib/domain/format/money'
import { type Pool, pools } from '@/lib/domain/usage/pools'
import { type HttpError } from '@/lib/http/errors'
import type { ChargeStore } from '@/lib/service/metering/statements/charge-store'
import type { UsageMonthTable } from '@/lib/service/metering/tables'

import type { Account } from '../http/context'
import { type PoolErrorState, poolExhausted } from '../http/errors'
import { type LookupPool, lookupsLeft, type Overage, toOverage, sellsOverage } from './lookup-pool'

export type PoolState = {
  /** Units that can still be charged; null if there is no limit. */
  readonly left: number | null
  overageOf(units: number): Overage
  refusal(requested: number): HttpError
}

export type PoolAccess = {
  readonly charges: Pick<ChargeStore, 'month' | 'day'>
  readonly account: Account
  readonly now: Date
}

/** Locks the account's month, as every charge of the account does, and reads the pool. */
export async function lockPool(access: PoolAccess, pool: Pool): Promise<PoolState> {
  const { charges, account, now } = access
  const month = warsawMonth(now)
  const { counters, spendCapPln } = await charges.month(account.id, month)
  const row = pools[pool]
  const limit = account.limits[row.figure]
  if (row.reset === 'daily') {
    const day = warsawDay(now)
    const used = (await charges.day(account.id, day))[row.figure]
    return hardPoolState(pool, { limit, used, resets_at: () => dayBounds(day).end })
  }
  const monthEnd = () => monthBounds(month).end
  return row.sellsOverage
    ? lookupPoolState(toLookupPool(account, counters, spendCapPln), monthEnd)
    : hardPoolState(pool, { limit, used: counters[row.figure], resets_at: monthEnd })
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

function lookupPoolState(pool: LookupPool, resetsAt: () => string): PoolState {
  const left = lookupsLeft(pool)
  const state = sellsOverage(pool)
    ? { limit: ceilingGrosz(pool.spendCapPln), used: pool.overageGrosz }
    : { limit: pool.included, used: pool.used }
  const name = sellsOverage(pool) ? 'overage' : 'lookups'
  const refusal = (requested: number) => refuse(name, left, { ...state, requested, resets_at: resetsAt() })
  return { left, overageOf: (units) => toOverage(pool, units), refusal }
}

type HardPoolUsage = { readonly limit: number | null; readonly used: number; readonly resets_at: () => string }

function hardPoolState(pool: Pool, state: HardPoolUsage): PoolState {
  const left = state.limit === null ? null : Math.max(0, state.limit - state.used)
  return {
    left,
    overageOf: () => ({ overage_units: 0, overage_grosz: 0 }),
    refusal: (requested) => refuse(pool, left, { ...state, requested, resets_at: state.resets_at() }),
  }
}

type RefusedPoolName = Pool | 'overage'

const usedUpMessage = (pool: RefusedPoolName) =>
  pool === 'overage' ? 'The spend cap is reached' : `The ${pools[pool].englishName} is used up`
const remainderMessage = (pool: RefusedPoolName, units: number) =>
  pool === 'overage' ? `the spend cap leaves ${units}` : `the ${pools[pool].englishName} has ${units} left`

/** The message for a call that requests too much says so, because a smaller one would pass. */
function refuse(pool: RefusedPoolName, left: number | null, state: PoolErrorState): HttpError {
  const message =
    left === null || left === 0
      ? usedUpMessage(pool)
      : `The call costs ${state.requested} units, and ${remainderMessage(pool, left)}; a smaller call would succeed`
  const grosz = pool === 'overage' ? ' (limit and used in grosz)' : ''
  return poolExhausted(`${message}${grosz}`, { pool, left: left ?? 0, state })
}

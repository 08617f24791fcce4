import type { Operation } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'
import { warsawDay } from '@/lib/domain/calendar'
import { type Pool, pools, unusedDay, unusedMonth } from '@/lib/domain/usage/pools'
import type { Charges } from '@/lib/service/metering/statements/charges'
import type { DaySums, MonthSums } from '@/lib/service/metering/statements/usage'
import type { LedgerTable } from '@/lib/service/metering/tables'

import type { Context, OpenMeter } from '../http/context'
import { lockPool, type PoolState } from './pools'

type ChargedUnits = Pick<LedgerTable, 'pool' | 'register' | 'via' | 'units' | 'overage_units' | 'overage_grosz'>

/** What a charge adds to the counters of its month and day. Charging and verification share this rule. */
export function toChargeSums(charge: ChargedUnits): { month: MonthSums; day: DaySums } {
  const { pool, register, units, overage_units, overage_grosz } = charge
  const poolEntry = pools[pool]
  // This runs for every charge, so the zeros are copied once and then only changed fields are set.
  const month: MonthSums = { ...emptyMonthSums }
  month.overage_units = overage_units
  month.overage_grosz = overage_grosz
  if (poolEntry.reset === 'monthly') month[poolEntry.figure] = units
  if (register !== null) month[register] = units
  if (pool === 'pdf' && charge.via === 'api') month.pdfs_api = units
  const day: DaySums = { ...unusedDay }
  day.overage_units = overage_units
  day.overage_grosz = overage_grosz
  day[poolEntry.figure] = units
  return { month, day }
}

const emptyMonthSums: MonthSums = { ...unusedMonth, pdfs_api: 0 }

export type MeterOptions = {
  readonly operation: Operation
  readonly name: OperationName
  readonly base: Omit<Context, 'db' | 'meter'>
  readonly charges: Charges
  /** Number of calls that a charge counts: 0 for work after the answer has begun, otherwise 1. */
  readonly calls?: 0
}

/**
 * The meter of one call. Its answers hold until the transaction ends, because the first query locks the counters.
 * `close` runs once the answer is complete, records the charge and returns it; it throws if an operation with a pool
 * did not charge exactly once, or one without a pool charged.
 */
export function createMeter(options: MeterOptions): OpenMeter {
  const { operation, name, base, charges } = options
  const entries: Omit<LedgerTable, 'id'>[] = []
  let left: number | null = null
  const open = (pool: Pool) => lockPool({ charges, account: base.account, now: base.now }, pool)
  return {
    left: async () => (operation.pool === null ? null : (await open(operation.pool)).left),
    requireLeft: async (units) => {
      if (operation.pool !== null) requireUnits(await open(operation.pool), units)
    },
    charge: async (units) => {
      if (operation.pool === null) throw new Error(`${name} consumes no pool and cannot charge`)
      if (!Number.isSafeInteger(units) || units < 0) throw new Error(`${name} cannot charge ${units} units`)
      const state = await open(operation.pool)
      requireUnits(state, units)
      left = state.left === null ? null : state.left - units
      entries.push(toCharge(options, { pool: operation.pool, units, state }))
    },
    later: (laterCharges) =>
      createMeter({ ...options, charges: laterCharges, base: { ...base, now: base.dependencies.clock() }, calls: 0 }),
    close: () => {
      const expectedCharges = operation.pool === null ? 0 : 1
      // Work after the answer has begun may turn out to be free.
      if (entries.length !== expectedCharges && options.calls !== 0)
        throw new Error(`${name} charged ${entries.length} times instead of ${expectedCharges}`)
      for (const charge of entries) charges.enter(charge, toChargeSums(charge))
      const [charge] = entries
      return charge && { charged: charge.units, left }
    },
  }
}

/** Throws 402 if the pool has fewer units left. */
export function requireUnits(state: PoolState, units: number): void {
  if (state.left !== null && units > state.left) throw state.refusal(units)
}

type ChargeRequest = { readonly pool: Pool; readonly units: number; readonly state: PoolState }

function toCharge(options: MeterOptions, { pool, units, state }: ChargeRequest): Omit<LedgerTable, 'id'> {
  const { operation, name, base, calls = 1 } = options
  const { account, caller, now, requestId } = base
  const day = warsawDay(now)
  return {
    account_id: account.id,
    key_id: caller.via === 'api' ? caller.key.id : null,
    user_id: caller.via === 'panel' ? caller.principal.userId : null,
    via: caller.via,
    operation: name,
    endpoint: operation.path,
    pool,
    register: operation.register ?? null,
    calls,
    units,
    ...state.overageOf(units),
    unit_grosz: account.unitGrosz,
    trial: account.state === 'trial' ? 1 : 0,
    at: now.toISOString(),
    day,
    month: day.slice(0, 7),
    request_id: requestId,
  }
}

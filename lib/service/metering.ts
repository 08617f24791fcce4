import type { Kysely } from 'kysely'

import type { Operation, Pool } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'
import { warsawDay } from '@/lib/domain/calendar'
import type { Database } from '@/lib/storage/tables'
import { insertCharge } from '@/lib/storage/usage'

import type { Context, Meter } from './context'
import { sumsOf } from './counters'
import { lockPool, type PoolState } from './pools'

export type MeterOptions = {
  readonly operation: Operation
  readonly name: OperationName
  readonly base: Omit<Context, 'db' | 'meter'>
  /** The transaction of the answer. */
  readonly db: Kysely<Database>
  /** How many calls a charge stands for: 0 for what goes on after the answer has begun, otherwise 1. */
  readonly calls?: 0
}

/**
 * The meter of one call. Whatever it answers holds until the transaction ends: the counters it decides on are locked by
 * the first question. `assertCharged` throws when a row of a pool did not charge exactly once, or another row charged.
 */
export function createMeter(options: MeterOptions): Meter & { assertCharged(): void } {
  const { operation, name, base, db } = options
  let charges = 0
  const open = (pool: Pool) => lockPool({ db, engine: base.engine, account: base.account, now: base.now }, pool)
  return {
    left: async () => (operation.pool === null ? null : (await open(operation.pool)).left),
    charge: async (units) => {
      charges += 1
      if (operation.pool === null) throw new Error(`${name} consumes no pool and cannot charge`)
      if (!Number.isSafeInteger(units) || units < 0) throw new Error(`${name} cannot charge ${units} units`)
      const state = await open(operation.pool)
      if (state.left !== null && units > state.left) throw state.refusal()
      await write(options, { pool: operation.pool, units, state })
    },
    later: (on) => createMeter({ ...options, db: on, base: { ...base, now: base.dependencies.clock() }, calls: 0 }),
    assertCharged: () => {
      const due = operation.pool === null ? 0 : 1
      if (charges !== due) throw new Error(`${name} charged ${charges} times instead of ${due}`)
    },
  }
}

type Write = { readonly pool: Pool; readonly units: number; readonly state: PoolState }

async function write(options: MeterOptions, { pool, units, state }: Write): Promise<void> {
  const { operation, name, base, db, calls = 1 } = options
  const { account, caller, now, requestId } = base
  const day = warsawDay(now)
  const charge = {
    account_id: account.id,
    key_id: caller.via === 'api' ? caller.key.id : null,
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
  await insertCharge(db, charge, sumsOf(charge))
}

import type { OperationName } from '@/lib/contract/table'
import { warsawMonth } from '@/lib/domain/calendar'
import { unlockedMonths } from '@/lib/storage/charge-store'
import { type Charged, chargeInGroup } from '@/lib/storage/group-commit'

import type { Context, Handler, Meter } from './context'
import { createMeter, type MeterOptions, requireUnits } from './metering'
import { lockPool } from './pools'

const marked = new WeakSet<object>()

/**
 * For a row whose price is known beforehand and that changes nothing: its answer is made outside of any transaction, and
 * charged as the last step, in one that holds nothing but charges. Reads of many calls can then be shared, no lock waits for
 * work, and what fails on the way was never charged. Such a handler charges without learning whether that succeeds;
 * where the work is worth sparing, it asks `requireLeft` before.
 */
export function chargedLast<N extends OperationName>(handler: Handler<N>): Handler<N> {
  marked.add(handler)
  return handler
}

export const isChargedLast = (handler: object): boolean => marked.has(handler)

type Call = Omit<MeterOptions, 'charges'>

export const chargedBy = ({ account, now }: Pick<Context, 'account' | 'now'>): Charged => ({
  accountId: account.id,
  month: warsawMonth(now),
})

/** Runs the handler and charges what it asked for. Nothing is handed out before that is committed. */
export async function chargeLast(call: Call, answer: (context: Context) => Promise<unknown>): Promise<unknown> {
  const { base } = call
  const { storage } = base.dependencies
  const asked: number[] = []
  const made = await answer({ ...base, db: storage.db, meter: noting(call, (units) => asked.push(units)) })
  await chargeInGroup(storage, chargedBy(base), async (charges) => {
    const meter = createMeter({ ...call, charges })
    for (const units of asked) await meter.charge(units)
    meter.close()
  })
  return made
}

function noting(call: Call, note: (units: number) => void): Meter {
  const { operation, name, base } = call
  const pool = operation.pool
  if (pool === null) throw new Error(`${name} consumes no pool and cannot be charged last`)
  const months = unlockedMonths(base.dependencies.storage.db)
  const open = () => lockPool({ charges: months, account: base.account, now: base.now }, pool)
  return {
    left: async () => (await open()).left,
    requireLeft: async (units) => requireUnits(await open(), units),
    charge: async (units) => note(units),
    later: () => {
      throw new Error(`${name} is charged last and has nothing to charge later`)
    },
  }
}

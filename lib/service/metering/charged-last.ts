import { warsawMonth } from '@/lib/domain/calendar'
import { unlockedMonths } from '@/lib/service/metering/statements/charge-store'
import { type ChargeGroupKey, chargeInGroup } from '@/lib/service/metering/statements/group-commit'

import type { ChargeMeter, Context } from '../http/context'
import type { SpentUnits } from '../http/errors'
import { createMeter, type MeterOptions, requireUnits } from './metering'
import { lockPool, type PoolState } from './pools'

type Call = Omit<MeterOptions, 'charges'>
/** An answer, and its cost if the operation has a pool. */
export type ChargedAnswer = { readonly answer: unknown; readonly spent: SpentUnits | undefined }

export const toChargeGroup = ({ account, now }: Pick<Context, 'account' | 'now'>): ChargeGroupKey => ({
  accountId: account.id,
  month: warsawMonth(now),
})

type AnswerFunction = (context: Context) => Promise<unknown>

/**
 * Runs the handler outside any transaction and charges it afterwards in one that contains only charges; the answer is
 * sent after the commit. So the reads of many calls can be shared, no lock waits for work, and a failed call is never
 * charged. The handler does not learn whether its charge succeeds; before expensive work it calls `requireLeft`.
 */
export async function chargeLast(call: Call, answer: AnswerFunction): Promise<ChargedAnswer> {
  const { base } = call
  const { storage } = base.dependencies
  const requested: number[] = []
  const note = async (units: number) => {
    requested.push(units)
  }
  const result = await answer({ ...base, db: storage.db, meter: createMeterWithoutTransaction(call, () => note) })
  const spent = await chargeInGroup(storage, toChargeGroup(base), async (charges) => {
    const meter = createMeter({ ...call, charges })
    for (const units of requested) await meter.charge(units)
    return meter.close()
  })
  return { answer: result, spent }
}

/** Runs the handler for HEAD: it is refused where a charge would be refused, but never charged. */
export async function chargeNever(call: Call, answer: AnswerFunction): Promise<ChargedAnswer> {
  const { db } = call.base.dependencies.storage
  let left: number | null = null
  const meter = createMeterWithoutTransaction(call, (open) => async (units) => {
    const state = await open()
    requireUnits(state, units)
    left = state.left
  })
  const result = await answer({ ...call.base, db, meter })
  return { answer: result, spent: { charged: 0, left } }
}

/** A meter outside any transaction; `charge` decides what happens to a charge. */
function createMeterWithoutTransaction(
  call: Call,
  charge: (open: () => Promise<PoolState>) => ChargeMeter['charge'],
): ChargeMeter {
  const { operation, name, base } = call
  const pool = operation.pool
  if (pool === null) throw new Error(`${name} consumes no pool and cannot be charged`)
  const months = unlockedMonths(base.dependencies.storage.db)
  const open = () => lockPool({ charges: months, account: base.account, now: base.now }, pool)
  return {
    left: async () => (await open()).left,
    requireLeft: async (units) => requireUnits(await open(), units),
    charge: charge(open),
    later: () => {
      throw new Error(`${name} has nothing to charge later`)
    },
  }
}

import { warsawMonth } from '@/lib/domain/calendar'
import { unlockedMonths } from '@/lib/service/metering/statements/charge-store'
import { type Charged, chargeInGroup } from '@/lib/service/metering/statements/group-commit'

import type { ChargeMeter, Context } from '../http/context'
import type { SpentUnits } from '../http/errors'
import { createMeter, type MeterOptions, requireUnits } from './metering'
import { lockPool, type PoolState } from './pools'

type Call = Omit<MeterOptions, 'charges'>
/** An answer, and what it cost where it has a pool. */
export type ChargedAnswer = { readonly answer: unknown; readonly spent: SpentUnits | undefined }

export const toChargeGroup = ({ account, now }: Pick<Context, 'account' | 'now'>): Charged => ({
  accountId: account.id,
  month: warsawMonth(now),
})

type Answering = (context: Context) => Promise<unknown>

/**
 * Runs the handler outside of any transaction and charges what it asked for in one that holds nothing but charges; nothing is
 * handed out before that is committed. Reads of many calls can then be shared, no lock waits for work, and what fails on the
 * way was never charged. Such a handler charges without learning whether that succeeds; where the work is worth sparing, it
 * asks `requireLeft` before.
 */
export async function chargeLast(call: Call, answer: Answering): Promise<ChargedAnswer> {
  const { base } = call
  const { storage } = base.dependencies
  const requested: number[] = []
  const note = async (units: number) => {
    requested.push(units)
  }
  const made = await answer({ ...base, db: storage.db, meter: asking(call, () => note) })
  const spent = await chargeInGroup(storage, toChargeGroup(base), async (charges) => {
    const meter = createMeter({ ...call, charges })
    for (const units of requested) await meter.charge(units)
    return meter.close()
  })
  return { answer: made, spent }
}

/** Runs the handler for what it would answer: refused where a charge would be, and charged nothing. */
export async function chargeNever(call: Call, answer: Answering): Promise<ChargedAnswer> {
  const { db } = call.base.dependencies.storage
  let left: number | null = null
  const meter = asking(call, (open) => async (units) => {
    const state = await open()
    requireUnits(state, units)
    left = state.left
  })
  const made = await answer({ ...call.base, db, meter })
  return { answer: made, spent: { charged: 0, left } }
}

/** A meter outside of any transaction, which leaves to `charge` what becomes of a charge. */
function asking(call: Call, charge: (open: () => Promise<PoolState>) => ChargeMeter['charge']): ChargeMeter {
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

import { poolFigure, pools } from '@/lib/domain/usage/pools'
import type { Account } from '@/lib/service/http/context'
import { lookupsLeft, toOverage, type Overage } from '@/lib/service/metering/lookup-pool'
import { toLookupPool } from '@/lib/service/metering/pools'
import type { LedgerTable } from '@/lib/storage/charging/tables'

import type { SampleCalls } from './usage-calls'

export type SampleCharge = Omit<LedgerTable, 'id'>
type ChargedAccount = { readonly account: Account; readonly spendCapPln: number | null; readonly keyId: string | null }

/** Charges calls one after another by the meter's own arithmetic: what does not fit its pool any more is not there. */
export function chargeCalls(charged: ChargedAccount, inOrder: readonly SampleCalls[]): SampleCharge[] {
  const used = new Map<string, { units: number; overageGrosz: number }>()
  return inOrder.flatMap((calls, index) => {
    const period = pools[calls.pool].reset === 'daily' ? calls.day : calls.day.slice(0, 7)
    const counter = used.get(`${calls.pool} ${period}`) ?? { units: 0, overageGrosz: 0 }
    const overage = overageWithin(charged, calls, counter)
    if (!overage) return []
    const next = { units: counter.units + calls.units, overageGrosz: counter.overageGrosz + overage.overage_grosz }
    used.set(`${calls.pool} ${period}`, next)
    return [toCharge(charged, calls, { overage, index })]
  })
}

/** What the calls cost above the included units; null when they do not fit. */
function overageWithin(
  { account, spendCapPln }: ChargedAccount,
  { pool, units }: SampleCalls,
  counter: { units: number; overageGrosz: number },
): Overage | null {
  if (pools[pool].sellsOverage) {
    const lookups = toLookupPool(account, { lookups: counter.units, overage_grosz: counter.overageGrosz }, spendCapPln)
    const left = lookupsLeft(lookups)
    return left !== null && units > left ? null : toOverage(lookups, units)
  }
  const limit = account.limits[poolFigure(pool)]
  return limit !== null && counter.units + units > limit ? null : { overage_units: 0, overage_grosz: 0 }
}

function toCharge(
  { account, keyId }: ChargedAccount,
  { at, ...calls }: SampleCalls,
  { overage, index }: { overage: Overage; index: number },
): SampleCharge {
  return {
    account_id: account.id,
    key_id: calls.via === 'api' ? keyId : null,
    user_id: null,
    ...calls,
    ...overage,
    unit_grosz: account.unitGrosz,
    trial: account.state === 'trial' ? 1 : 0,
    at: at.toISOString(),
    month: calls.day.slice(0, 7),
    request_id: `sample-${calls.day}-${index}`,
  }
}

import { poolFigure, pools } from '@/lib/domain/usage/pools'
import { updateAccount } from '@/lib/service/accounts/statements/accounts'
import { listKeyRows } from '@/lib/service/accounts/statements/keys'
import type { Account, ServiceDependencies } from '@/lib/service/http/context'
import { lookupsLeft, toOverage, type Overage } from '@/lib/service/metering/lookup-pool'
import { toLookupPool } from '@/lib/service/metering/pools'
import { recount } from '@/lib/service/metering/recount'
import { hasLedger, insertLedger } from '@/lib/service/metering/statements/ledger'
import type { UsageMonthTable, LedgerTable } from '@/lib/service/metering/tables'

import { callsOfDay, type SampleCalls } from './usage-calls'
import { type UsageProfile, usageProfiles } from './usage-profiles'
import { daysOfUse } from './usage-rhythm'

/** The account that is shown first has set a cap. */
const SHOWN = 'demo-pro'
const SHOWN_CAP_PLN = 500

/**
 * Ledger and counters of the sample accounts for this month and the two before, up to now. The same day gives the same
 * rows. Accounts without a profile, or with an existing ledger, are not changed.
 */
export async function loadSampleUsage(dependencies: ServiceDependencies, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts) {
    const profile = usageProfiles[account.slug]
    if (profile) await loadAccount(dependencies, account, profile)
  }
}

async function loadAccount({ storage, clock }: ServiceDependencies, account: Account, profile: UsageProfile) {
  const now = clock()
  const keys = await listKeyRows(storage.db, account.id)
  // The oldest active key, because the list is newest first.
  const keyId = keys.findLast(({ deactivated_at }) => deactivated_at === null)?.id ?? null
  const spendCapPln = account.slug === SHOWN ? SHOWN_CAP_PLN : account.spend_cap_pln
  const calls = daysOfUse(account.slug, profile, now)
    .flatMap((day) => callsOfDay(account.slug, profile, day))
    .filter(({ at }) => at <= now)
  const charges = chargeCalls({ account, spendCapPln, keyId }, calls)
  await storage.db.transaction().execute(async (db) => {
    if (await hasLedger(db, account.id)) return
    const counters = recount(charges)
    await insertLedger(db, charges, { ...counters, months: counters.months.map((month) => withTrial(month, charges)) })
    await updateAccount(db, account.id, { spend_cap_pln: spendCapPln })
  })
}

/** On trial all calls are counted; in the sample these are the charged ones. */
const withTrial = (month: UsageMonthTable, charges: readonly SampleCharge[]): UsageMonthTable => {
  const onTrial = charges.filter((charge) => charge.trial === 1 && charge.month === month.month)
  return { ...month, trial_requests: onTrial.reduce((sum, { calls }) => sum + calls, 0) }
}

type SampleCharge = Omit<LedgerTable, 'id'>
type ChargedAccount = { readonly account: Account; readonly spendCapPln: number | null; readonly keyId: string | null }

/** Charges calls one after another with the meter's arithmetic; calls that exceed the pool are left out. */
function chargeCalls(charged: ChargedAccount, inOrder: readonly SampleCalls[]): SampleCharge[] {
  const counterByPeriod = new Map<string, { units: number; overageGrosz: number }>()
  return inOrder.flatMap((calls, index) => {
    const period = pools[calls.pool].reset === 'daily' ? calls.day : calls.day.slice(0, 7)
    const counter = counterByPeriod.get(`${calls.pool} ${period}`) ?? { units: 0, overageGrosz: 0 }
    const overage = overageWithin(charged, calls, counter)
    if (!overage) return []
    const next = { units: counter.units + calls.units, overageGrosz: counter.overageGrosz + overage.overage_grosz }
    counterByPeriod.set(`${calls.pool} ${period}`, next)
    return [toCharge(charged, calls, { overage, index })]
  })
}

/** Cost of the calls above the included units; null if they do not fit. */
function overageWithin(
  { account, spendCapPln }: ChargedAccount,
  { pool, units }: SampleCalls,
  counter: { units: number; overageGrosz: number },
): Overage | null {
  if (pools[pool].sellsOverage) {
    const lookups = toLookupPool(account, { lookups: counter.units, overage_grosz: counter.overageGrosz }, spendCapPln)
    const remaining = lookupsLeft(lookups)
    return remaining !== null && units > remaining ? null : toOverage(lookups, units)
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

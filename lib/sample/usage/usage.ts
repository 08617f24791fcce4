import type { Account, ServiceDependencies } from '@/lib/service/http/context'
import { recount } from '@/lib/service/metering/recount'
import { updateAccount } from '@/lib/storage/accounts/accounts'
import { listKeyRows } from '@/lib/storage/accounts/keys'
import { hasLedger, insertLedger } from '@/lib/storage/charging/ledger'
import type { UsageMonthTable } from '@/lib/storage/charging/tables'

import { callsOfDay } from './usage-calls'
import { chargeCalls, type SampleCharge } from './usage-ledger'
import { type UsageProfile, usageProfiles } from './usage-profiles'
import { daysOfUse } from './usage-rhythm'

/** The account shown first has set a cap of its own. */
const SHOWN = 'demo-pro'
const SHOWN_CAP_PLN = 500

/**
 * Ledger and counters of the sample accounts for this month and the two before, up to now. The same day gives the same
 * rows. An account without a profile, or with a ledger already, is left as it is.
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
  // The oldest one in use: newest first is how they are listed.
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

/** On trial every call is counted; those of the sample are the ones that were charged. */
const withTrial = (month: UsageMonthTable, charges: readonly SampleCharge[]): UsageMonthTable => {
  const onTrial = charges.filter((charge) => charge.trial === 1 && charge.month === month.month)
  return { ...month, trial_requests: onTrial.reduce((sum, { calls }) => sum + calls, 0) }
}

import { addMonths, startOfDay, warsawMonth } from '@/lib/domain/calendar'
import type { Account, ServiceDependencies } from '@/lib/service/context'
import { recount } from '@/lib/service/recount'
import { updateAccount } from '@/lib/storage/accounts'
import { listKeyRows } from '@/lib/storage/keys'
import { hasLedger, insertLedger } from '@/lib/storage/ledger'
import { insertSpendCapChange } from '@/lib/storage/spend-caps'
import type { SpendCapChangeTable, UsageMonthTable } from '@/lib/storage/tables'

import { uuidFrom } from './stable-uuid'
import { callsOfDay } from './usage-calls'
import { chargeCalls, type SampleCharge } from './usage-ledger'
import { type UsageProfile, usageProfiles } from './usage-profiles'
import { daysOfUse } from './usage-rhythm'

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
  const changes = capHistoryOf(account, now)
  const spendCapPln = changes.at(-1)?.to_pln ?? account.spend_cap_pln
  const calls = daysOfUse(account.slug, profile, now)
    .flatMap((day) => callsOfDay(account.slug, profile, day))
    .filter(({ at }) => at <= now)
  const charges = chargeCalls({ account, spendCapPln, keyId }, calls)
  await storage.db.transaction().execute(async (db) => {
    if (await hasLedger(db, account.id)) return
    const counters = recount(charges)
    await insertLedger(db, charges, { ...counters, months: counters.months.map((month) => withTrial(month, charges)) })
    for (const change of changes) {
      await insertSpendCapChange(db, { ...change, overage_grosz: overageBefore(charges, change.at) })
    }
    await updateAccount(db, account.id, { spend_cap_pln: spendCapPln })
  })
}

/** On trial every call is counted; those of the sample are the ones that were charged. */
const withTrial = (month: UsageMonthTable, charges: readonly SampleCharge[]): UsageMonthTable => {
  const onTrial = charges.filter((charge) => charge.trial === 1 && charge.month === month.month)
  return { ...month, trial_requests: onTrial.reduce((sum, { calls }) => sum + calls, 0) }
}

const HOUR_MS = 3_600_000
const SHOWN = 'demo-pro'

/** The account shown first has set its cap twice last month. */
function capHistoryOf(account: Account, now: Date): Omit<SpendCapChangeTable, 'overage_grosz'>[] {
  if (account.slug !== SHOWN) return []
  const month = addMonths(warsawMonth(now), -1)
  const change = (day: string, hour: number, caps: { from_pln: number | null; to_pln: number }) => ({
    id: uuidFrom('spend-cap', account.slug, month, day),
    account_id: account.id,
    at: new Date(startOfDay(`${month}-${day}`).getTime() + hour * HOUR_MS).toISOString(),
    actor: 'owner@demo.test',
    ...caps,
  })
  return [change('07', 9.4, { from_pln: null, to_pln: 300 }), change('24', 14.7, { from_pln: 300, to_pln: 500 })]
}

/** Overage of the month of an instant up to that instant. */
const overageBefore = (charges: readonly SampleCharge[], at: string): number =>
  charges
    .filter((charge) => charge.month === warsawMonth(new Date(at)) && charge.at <= at)
    .reduce((sum, { overage_grosz }) => sum + overage_grosz, 0)

import type { ApiMeter } from '@/lib/contract/usage'
import { monthBounds, warsawMonth } from '@/lib/domain/calendar'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'
import type { UsageMonthTable } from '@/lib/storage/tables'

import type { Account } from './context'
import { lookupsLeft } from './lookup-pool'
import { toLookupPool } from './pools'

export type MeterState = {
  readonly account: Account
  readonly counters: UsageMonthTable
  readonly spendCapPln: number | null
  readonly now: Date
}

/** Interface 2.1 and decision 18. */
export function apiMeterOf({ account, counters, spendCapPln, now }: MeterState): ApiMeter {
  const period = monthBounds(warsawMonth(now))
  return {
    period_start: period.start,
    period_end: period.end,
    included: account.limits.lookups,
    used: counters.lookups,
    overage_units: counters.overage_units,
    overage_grosz: counters.overage_grosz,
    unit_grosz: account.unitGrosz,
    document_units: counters.rdf + counters.pdfs,
    trial: account.state === 'trial',
    trial_requests: counters.trial_requests,
    spend_cap_pln: spendCapPln,
    max_overage_pln: spendCapPln ?? DEFAULT_CEILING_PLN,
    // Nothing can be used before 402: every call is one already.
    allowance: account.state === 'inactive' ? 0 : lookupsLeft(toLookupPool(account, counters, spendCapPln)),
  }
}

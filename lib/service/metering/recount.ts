import type { Counters, LedgerSum } from '@/lib/service/metering/statements/ledger'
import { emptyDay, emptyMonth } from '@/lib/service/metering/statements/usage'
import type { UsageDayTable, UsageEndpointTable, UsageMonthTable } from '@/lib/service/metering/tables'

import { toChargeSums } from './metering'

/**
 * Recomputes every counter from the ledger. `reports` and `trial_requests` of a month are 0, because they are counted
 * but not charged.
 */
export function recount(charges: Iterable<LedgerSum>): Counters {
  const months = new Map<string, UsageMonthTable>()
  const days = new Map<string, UsageDayTable>()
  const endpoints = new Map<string, UsageEndpointTable>()
  for (const charge of charges) {
    const { account_id, month, day, endpoint, pool, calls, units } = charge
    const sums = toChargeSums(charge)
    addCounts(
      getOrAdd(months, [account_id, month], () => emptyMonth(account_id, month)),
      sums.month,
    )
    addCounts(
      getOrAdd(days, [account_id, day], () => emptyDay(account_id, day)),
      sums.day,
    )
    const empty = () => ({ account_id, month, endpoint, pool, calls: 0, units: 0 })
    addCounts(getOrAdd(endpoints, [account_id, month, endpoint, pool], empty), { calls, units })
  }
  return { months: [...months.values()], days: [...days.values()], endpoints: [...endpoints.values()] }
}

function getOrAdd<T>(rows: Map<string, T>, key: readonly string[], empty: () => T): T {
  const text = key.join(' ')
  const existing = rows.get(text)
  if (existing !== undefined) return existing
  const row = empty()
  rows.set(text, row)
  return row
}

function addCounts<K extends string>(row: Record<NoInfer<K>, number>, increments: Readonly<Record<K, number>>): void {
  for (const [name, value] of entriesOf(increments)) row[name] += value
}

/** Safe for the objects above: each is a literal with exactly these keys. */
function entriesOf<K extends string>(counts: Readonly<Record<K, number>>): [K, number][] {
  return Object.entries(counts) as [K, number][]
}

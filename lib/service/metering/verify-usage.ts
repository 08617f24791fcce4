import { dayBounds, parseDay } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { type CheckedSum, type Counters, listCounters, sumLedger } from '@/lib/service/metering/statements/ledger'
import { listWrongMonitorCounts } from '@/lib/service/monitors/statements/monitor-counts'

import type { ServiceDependencies } from '../http/context'
import { recount } from './recount'

export type UsageDifference = {
  readonly accountId: string
  /** `2026-11` month · `2026-11-20` day · `2026-11 /v1/record lookups` endpoint · `now` current numbers. */
  readonly of: string
  readonly counter: string
  readonly stored: number
  readonly ledger: number
}

/** Impossible ledger rows, by account and day. */
export type WrongRows = { readonly accountId: string; readonly of: string; readonly wrong: string }

/**
 * Recomputes every counter from the ledger, for one account or all, and lists the differences. Reads one snapshot, so
 * concurrent charges are seen completely or not at all, and are not blocked.
 */
export function verifyUsage(
  { storage }: Pick<ServiceDependencies, 'storage'>,
  accountId?: string,
): Promise<(UsageDifference | WrongRows)[]> {
  return storage.readSnapshot(async (db) => {
    const sums = await sumLedger(db, accountId)
    const counted = differencesOf(await listCounters(db, accountId), recount(sums))
    const wrong = await listWrongMonitorCounts(db, accountId)
    const monitors = wrong.map(({ account_id, kept: stored, counted: ledgerCount }) => {
      return { accountId: account_id, of: 'now', counter: 'monitors', stored, ledger: ledgerCount }
    })
    return [...counted, ...monitors, ...wrongRowsIn(sums)]
  })
}

function differencesOf(storedCounters: Counters, ledgerCounters: Counters): UsageDifference[] {
  const [stored, ledger] = [flatten(storedCounters), flatten(ledgerCounters)]
  return [...new Set([...stored.keys(), ...ledger.keys()])].sort().flatMap((key) => {
    const [is, should] = [stored.get(key) ?? 0, ledger.get(key) ?? 0]
    const [accountId = '', of = '', counter = ''] = key.split('\t')
    return is === should ? [] : [{ accountId, of, counter, stored: is, ledger: should }]
  })
}

type DaySum = Pick<CheckedSum, 'account_id' | 'day' | 'month' | 'first_at' | 'last_at' | 'mispriced'>

function wrongRowsIn(sums: readonly CheckedSum[]): WrongRows[] {
  const days = new Map<string, DaySum>()
  for (const sum of sums) {
    const key = [sum.account_id, sum.day, sum.month].join('\t')
    const merged = days.get(key)
    days.set(key, merged ? mergeSums(merged, sum) : sum)
  }
  return [...days]
    .sort(([a], [b]) => compareValues(a, b))
    .flatMap(([, sum]) => faultsOf(sum).map((wrong) => ({ accountId: sum.account_id, of: sum.day, wrong })))
}

const mergeSums = (merged: DaySum, sum: DaySum): DaySum => ({
  ...merged,
  first_at: sum.first_at < merged.first_at ? sum.first_at : merged.first_at,
  last_at: sum.last_at > merged.last_at ? sum.last_at : merged.last_at,
  mispriced: sum.mispriced + merged.mispriced,
})

function faultsOf({ day, month, first_at, last_at, mispriced }: DaySum): string[] {
  const bounds = parseDay(day) === day ? dayBounds(day) : undefined
  const isWithin = bounds !== undefined && bounds.start <= first_at && last_at < bounds.end
  return [
    ...(isWithin ? [] : [`at is not within the Warsaw day (${first_at} to ${last_at})`]),
    ...(day.startsWith(`${month}-`) ? [] : [`month is ${month}`]),
    ...(mispriced === 0 ? [] : [`overage_grosz is not overage_units × unit_grosz (rows: ${mispriced})`]),
  ]
}

function flatten({ months, days, endpoints }: Counters): Map<string, number> {
  const numbers = new Map<string, number>()
  const addCounts = (owner: string, of: string, counts: Readonly<Record<string, number>>) => {
    for (const [counter, value] of Object.entries(counts)) numbers.set([owner, of, counter].join('\t'), value)
  }
  // Custom reports and trial requests are not charged, so the ledger has no rows for them.
  for (const { account_id, month, reports: _reports, trial_requests: _trial, ...counts } of months)
    addCounts(account_id, month, counts)
  for (const { account_id, day, ...counts } of days) addCounts(account_id, day, counts)
  for (const { account_id, month, endpoint, pool, ...counts } of endpoints) {
    addCounts(account_id, `${month} ${endpoint} ${pool}`, counts)
  }
  return numbers
}

import { type Counters, listCounters, sumLedger } from '@/lib/storage/ledger'
import { listWrongMonitorCounts } from '@/lib/storage/monitor-counts'

import type { ServiceDependencies } from './context'
import { recount } from './recount'

export type UsageDifference = {
  readonly accountId: string
  /** `2026-11` month · `2026-11-20` day · `2026-11 /v1/record lookups` endpoint · `now` what is there. */
  readonly of: string
  readonly counter: string
  readonly stored: number
  readonly ledger: number
}

/**
 * Recomputes every counter from the ledger, for one account or for all, and lists where they differ; empty when all is well.
 * One transaction, so that calls being charged meanwhile are seen whole or not at all.
 */
export async function verifyUsage(
  { storage }: Pick<ServiceDependencies, 'storage'>,
  accountId?: string,
): Promise<UsageDifference[]> {
  const transaction = storage.db.transaction()
  const consistent = storage.engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  return consistent.execute(async (db) => {
    const stored = flatten(await listCounters(db, accountId))
    const ledger = flatten(recount(await sumLedger(db, accountId)))
    const charged = [...new Set([...stored.keys(), ...ledger.keys()])].sort().flatMap((key) => {
      const there = stored.get(key) ?? 0
      const due = ledger.get(key) ?? 0
      const [owner = '', of = '', counter = ''] = key.split('\t')
      return there === due ? [] : [{ accountId: owner, of, counter, stored: there, ledger: due }]
    })
    const wrong = await listWrongMonitorCounts(db, accountId)
    return [
      ...charged,
      ...wrong.map(({ account_id, kept, counted }) => {
        return { accountId: account_id, of: 'now', counter: 'monitors', stored: kept, ledger: counted }
      }),
    ]
  })
}

/** One number per account, period and counter. */
function flatten({ months, days, endpoints }: Counters): Map<string, number> {
  const numbers = new Map<string, number>()
  const put = (owner: string, of: string, counts: Readonly<Record<string, number>>) => {
    for (const [counter, value] of Object.entries(counts)) numbers.set([owner, of, counter].join('\t'), value)
  }
  // Custom reports are no charges: nothing in the ledger stands for them.
  for (const { account_id, month, reports: _reports, ...counts } of months) put(account_id, month, counts)
  for (const { account_id, day, ...counts } of days) put(account_id, day, counts)
  for (const { account_id, month, endpoint, pool, ...counts } of endpoints) {
    put(account_id, `${month} ${endpoint} ${pool}`, counts)
  }
  return numbers
}

import { forEachAccount } from '@/lib/panel/each-account'
import type { Storage } from '@/lib/storage/storage'

import { listDueAccounts, listDueReports } from './statements/settings'
import { type ArchiveDependencies, storeOne } from './store-report'

/** Reports per run. */
const BATCH = 20
/** How long a worker waits for one report before it continues with another account. */
const PATIENCE_MS = 60_000

/** Accounts that a worker of this process is storing reports of. */
const busyAccounts = new WeakMap<Storage, Set<string>>()

/**
 * Stores due reports one by one, alternating between accounts. Several workers and processes may run it at once. A slow
 * location blocks only one worker, because other workers of the process skip its account.
 */
export async function storeDue(dependencies: ArchiveDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage } = dependencies
  const busy = busyAccounts.get(storage) ?? new Set<string>()
  busyAccounts.set(storage, busy)
  /** Most recently served account last. */
  const served: string[] = []
  for (let stored = 0; stored < BATCH; stored += 1) {
    if (stopping?.aborted === true) return
    const accountId = await claimAccount(dependencies, busy, served)
    if (accountId === undefined) return
    served.push(accountId)
    const work = () => storeNext(dependencies, accountId, stopping).finally(() => busy.delete(accountId))
    await forEachAccount([accountId], work, {
      ...dependencies,
      isEmbedded: false,
      job: 'archive.store',
      accountOf: (id) => id,
      failureMessage: 'a report was not stored; the next run retries',
      patienceMs: PATIENCE_MS,
    })
  }
}

/**
 * Picks the account with due reports that was served longest ago, and marks it as busy before any other worker can pick
 * it.
 */
async function claimAccount(
  { storage, clock }: ArchiveDependencies,
  busy: Set<string>,
  served: readonly string[],
): Promise<string | undefined> {
  const dueAccounts = await listDueAccounts(storage.db, clock().toISOString())
  const free = dueAccounts.map(({ account_id: id }) => id).filter((id) => !busy.has(id))
  const [account] = free.toSorted((a, b) => served.lastIndexOf(a) - served.lastIndexOf(b))
  if (account !== undefined) busy.add(account)
  return account
}

async function storeNext(
  dependencies: ArchiveDependencies,
  accountId: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { storage, clock } = dependencies
  const [next] = await listDueReports(storage.db, { accountId, now: clock().toISOString(), limit: 1 })
  if (next) await storeOne(dependencies, next.id, stopping)
}

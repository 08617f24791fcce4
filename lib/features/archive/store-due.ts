import { eachAccount } from '@/lib/panel/each-account'
import type { Storage } from '@/lib/storage/storage'

import { listDueAccounts, listDueReports } from './statements/settings'
import { type ArchiveDependencies, storeOne } from './store-report'

/** Of one turn. */
const BATCH = 20
/** How long a hand waits for the report of one account before it goes on to another. */
const PATIENCE_MS = 60_000

/** Accounts that one of this process's hands is at. */
const busy = new WeakMap<Storage, Set<string>>()

/**
 * Stores what is due, one after another and the accounts by turns; several hands and processes do it at once, each report in one of them. A
 * place that is slow holds up one hand alone: no other one of the process goes to that account meanwhile.
 */
export async function storeDue(dependencies: ArchiveDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage } = dependencies
  const held = busy.get(storage) ?? new Set<string>()
  busy.set(storage, held)
  /** The last served last. */
  const served: string[] = []
  for (let stored = 0; stored < BATCH; stored += 1) {
    if (stopping?.aborted === true) return
    const accountId = await takeAccount(dependencies, held, served)
    if (accountId === undefined) return
    served.push(accountId)
    const work = () => storeNext(dependencies, accountId, stopping).finally(() => held.delete(accountId))
    await eachAccount([accountId], work, {
      ...dependencies,
      isEmbedded: false,
      job: 'archive.store',
      accountOf: (id) => id,
      trouble: 'a report was not stored; it is tried again',
      patienceMs: PATIENCE_MS,
    })
  }
}

/** The account that has waited longest in this turn, of those that have something due. Chosen and held at once: no other hand chooses it too. */
async function takeAccount(
  { storage, clock }: ArchiveDependencies,
  held: Set<string>,
  served: readonly string[],
): Promise<string | undefined> {
  const due = await listDueAccounts(storage.db, clock().toISOString())
  const free = due.map(({ account_id: id }) => id).filter((id) => !held.has(id))
  const [account] = free.toSorted((a, b) => served.lastIndexOf(a) - served.lastIndexOf(b))
  if (account !== undefined) held.add(account)
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

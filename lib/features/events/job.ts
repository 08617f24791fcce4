import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'

import { type EventReader, readEvents } from './event-reader'
import { listAccountsToRead } from './statements/event-cursors'

const EVERY_MS = 15_000
/** Interval for accounts without active users, so that events are stored before the service deletes them. */
const IDLE_MS = 3_600_000
/** Interval for accounts without active users whose rules wait for events. */
const RULES_WAITING_MS = 60_000
/** Accounts alternate, so that a long catch-up does not delay the others. */
const PAGES_PER_RUN = 10
const MAX_ROUNDS = 50

/** Updates the copy of every account's events; an open page requests updates sooner. */
async function readAccounts(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, log, isEmbedded } = dependencies
  const now = dependencies.clock()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const when = { now: before(0), idleBefore: before(IDLE_MS), ruledBefore: before(RULES_WAITING_MS), isEmbedded }
  const dueAccounts = await listAccountsToRead(storage.db, when)
  let readers = dueAccounts.map((account) => readerOf(account, dependencies))
  for (let round = 0; round < MAX_ROUNDS && readers.length > 0; round += 1) {
    const results = await forEachAccount(
      readers,
      async (reader) => ({ reader, outcome: await readEvents(reader, PAGES_PER_RUN) }),
      {
        storage,
        log,
        isEmbedded,
        stopping,
        job: eventsJob.name,
        accountOf: ({ accountId }) => accountId,
        failureMessage: 'events were not read; the next run retries',
      },
    )
    readers = results.flatMap(({ reader, outcome }) => (outcome === 'more' ? [reader] : []))
  }
}

type DueAccount = Awaited<ReturnType<typeof listAccountsToRead>>[number]

function readerOf(account: DueAccount, dependencies: PanelJobDependencies): EventReader {
  const { storage, clock } = dependencies
  return { storage, clock, accountId: account.id, callService: dependencies.callFor(account) }
}

export const eventsJob: PanelJob = { name: 'events', everyMs: EVERY_MS, run: readAccounts }

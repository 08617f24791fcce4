import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'

import { latestPlausible, readReportIndex } from './report-index-reader'
import { listAccountsToReadReports } from './statements/report-readings'

/** Runs often, so that refused readings are retried in time; successful ones are repeated hourly. */
const EVERY_MS = 60_000
const HOURLY_MS = 3_600_000

/** Stores the listed daily reports of every account with members. An account's error does not affect the others. */
async function readAccounts(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  const now = clock()
  // One minute less than an hour, so that the job's interval does not turn an hour into two.
  const before = new Date(now.getTime() - HOURLY_MS + EVERY_MS).toISOString()
  const dueAccounts = await listAccountsToReadReports(storage.db, {
    now: now.toISOString(),
    before,
    ahead: latestPlausible(now),
  })
  await forEachAccount(
    dueAccounts,
    (account) => readReportIndex({ storage, clock, accountId: account.id, callService: dependencies.callFor(account) }),
    {
      ...dependencies,
      stopping,
      job: reportsJob.name,
      accountOf: ({ id }) => id,
      failureMessage: 'the index of daily reports was not read; the next run retries',
    },
  )
}

export const reportsJob: PanelJob = { name: 'reports', everyMs: EVERY_MS, run: readAccounts }

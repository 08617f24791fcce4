import { eachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'

import { aheadOf, readReportIndex } from './report-index-reader'
import { listAccountsToReadReports } from './statements/report-readings'

/** Looked at often, so that what was refused is asked again when its time has come; asked hourly. */
const EVERY_MS = 60_000
const HOURLY_MS = 3_600_000

/** Keeps what the service lists of daily reports, for every account that has members. One account's trouble is not that of the others. */
async function readAccounts(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  const now = clock()
  // A minute less: the job's own pace must not let an hour become two.
  const before = new Date(now.getTime() - HOURLY_MS + EVERY_MS).toISOString()
  const due = await listAccountsToReadReports(storage.db, { now: now.toISOString(), before, ahead: aheadOf(now) })
  await eachAccount(
    due,
    (account) => readReportIndex({ storage, clock, accountId: account.id, ask: dependencies.askFor(account) }),
    {
      ...dependencies,
      stopping,
      job: reportsJob.name,
      accountOf: ({ id }) => id,
      trouble: 'the index of daily reports was not read; it is tried again',
    },
  )
}

export const reportsJob: PanelJob = { name: 'reports', everyMs: EVERY_MS, run: readAccounts }

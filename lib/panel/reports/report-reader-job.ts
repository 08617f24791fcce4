import { listAccountsToReadReports } from '@/lib/storage/panel/reports/report-readings'

import { eachAccount } from '../each-account'
import type { PanelJob, PanelJobDependencies } from '../job'
import { aheadOf, readReportIndex } from './report-index-reader'

/** Looked at often, so that what was refused is asked again when its time has come; asked hourly. */
const EVERY_MS = 60_000
const HOURLY_MS = 3_600_000

/** Keeps what the service lists of daily reports, for every account that has members. One account's trouble is not that of the others. */
async function readAccounts(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock, log, isEmbedded } = dependencies
  const now = clock()
  // A minute less: the job's own pace must not let an hour become two.
  const before = new Date(now.getTime() - HOURLY_MS + EVERY_MS).toISOString()
  const due = await listAccountsToReadReports(storage.db, { now: now.toISOString(), before, ahead: aheadOf(now) })
  await eachAccount(
    due,
    ({ id, slug, sealed_api_key: sealedApiKey }) =>
      readReportIndex({ storage, clock, accountId: id, ask: dependencies.askFor({ id, slug, sealedApiKey }) }),
    {
      storage,
      log,
      isEmbedded,
      stopping,
      job: reportReaderJob.name,
      accountOf: ({ id }) => id,
      trouble: 'the index of daily reports was not read; it is tried again',
    },
  )
}

export const reportReaderJob: PanelJob = { name: 'report-index', everyMs: EVERY_MS, run: readAccounts }

import { randomUUID } from 'node:crypto'

import { isApiError } from '@/lib/domain/api-error'
import { groupBy } from '@/lib/domain/collections/group-by'
import { findAccount } from '@/lib/storage/accounts/accounts'
import { listOpenReportRuns } from '@/lib/storage/panel/reports/schedule-runs'
import type { ReportScheduleRunTable } from '@/lib/storage/panel/reports/schedule-tables'

import { eachAccount } from '../each-account'
import type { PanelJob, PanelJobDependencies } from '../job'
import { followReport } from './following'
import { orderReport, type Ordering } from './ordering'
import { planReports } from './planning'

/** Plans the reports of schedules, orders them, and looks what became of them. */
export const reportSchedulesJob: PanelJob = {
  name: 'report-schedules',
  everyMs: 30_000,
  run: async (dependencies, stopping) => {
    await planReports(dependencies)
    const { storage, log, clock, isEmbedded } = dependencies
    const runs = await listOpenReportRuns(storage.db, clock().toISOString())
    const byAccount = groupBy(runs, ({ account_id: id }) => id)
    await eachAccount(byAccount, ([accountId, open]) => workFor(dependencies, accountId, open), {
      storage,
      log,
      isEmbedded,
      stopping,
      job: 'report-schedules',
      accountOf: ([accountId]) => accountId,
      trouble: 'the scheduled reports of an account were left for the next turn',
    })
  },
}

/** One account's trouble is not the others': what its service does not answer now it is asked in the next turn. */
async function workFor(
  dependencies: PanelJobDependencies,
  accountId: string,
  runs: readonly ReportScheduleRunTable[],
): Promise<void> {
  const { storage, clock, log } = dependencies
  const account = await findAccount(storage.db, accountId)
  if (!account) return
  const { id, slug, sealed_api_key: sealedApiKey } = account
  const ordering: Ordering = { storage, clock, ask: dependencies.askFor({ id, slug, sealedApiKey }), by: randomUUID() }
  for (const run of runs) {
    try {
      await (run.state === 'waiting' ? orderReport(ordering, run) : followReport(ordering, run))
    } catch (error) {
      log.warn({ err: error, account: slug, run: run.id }, 'a scheduled report was left for the next turn')
      // A service that does not answer would hold up everybody, run by run.
      if (isApiError(error) && error.status >= 500) return
    }
  }
}

import { randomUUID } from 'node:crypto'

import type { OperationAnswer } from '@/lib/client/client'
import { isApiError, unlessMissing } from '@/lib/domain/api-error'
import { groupBy } from '@/lib/domain/collections/group-by'
import { listAuditEntries } from '@/lib/features/audit/statements/audit'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import type { Db } from '@/lib/storage/storage'

import { type OrderContext, orderReport } from './ordering'
import { planReports } from './planning'
import { followReportRun, listOpenReportRuns } from './statements/runs'
import type { ReportScheduleRunTable } from './tables'

type ReportJob = OperationAnswer<'reports.get'>
type RunChange = Parameters<typeof followReportRun>[2]

/** How often a failed report is ordered again. */
const MAX_REPEATS = 1

/** Checks the state of an ordered report. */
async function checkReport({ storage, clock, callService }: OrderContext, run: ReportScheduleRunTable): Promise<void> {
  if (run.job_id === null) return
  const job = await unlessMissing(callService('reports.get', { params: { job_id: run.job_id } }))
  const now = clock().toISOString()
  const change = job ? changeOf(run, job, now) : { ...(await endingOf(storage.db, run)), ended_at: now }
  if (change) await followReportRun(storage.db, run, change)
}

/** Why an order no longer exists: cancellations in this panel are in the audit log, other reasons are unknown. */
async function endingOf(db: Db, { account_id: accountId, job_id }: ReportScheduleRunTable) {
  const query = { accountId, action: 'reports.delete', target: job_id ?? '', limit: 1 }
  const deleted = await listAuditEntries(db, query)
  return deleted.length > 0
    ? ({ state: 'cancelled', reason: 'cancelled' } as const)
    : ({ state: 'gone', reason: 'gone' } as const)
}

function changeOf({ repeats }: ReportScheduleRunTable, job: ReportJob, now: string): RunChange | undefined {
  if (job.status === 'ready' || job.status === 'expired') {
    const { row_count = null, size_bytes = null, expires_at = null } = job
    return { state: 'ready', reason: null, message: null, row_count, size_bytes, expires_at, ended_at: now }
  }
  if (job.status !== 'failed') return undefined
  const failed = { reason: 'job_failed', message: job.error ?? null }
  if (repeats >= MAX_REPEATS) return { ...failed, state: 'failed', ended_at: now }
  const newAttempt = { state: 'waiting', job_id: null, retry_at: now, attempted_at: null, attempts: 0 } as const
  return { ...failed, ...newAttempt, repeats: repeats + 1 }
}

/** Plans and orders the reports of schedules, and checks their state. */
export const reportSchedulesJob: PanelJob = {
  name: 'report-schedules',
  everyMs: 30_000,
  run: async (dependencies, stopping) => {
    await planReports(dependencies)
    const { storage, clock } = dependencies
    const runs = await listOpenReportRuns(storage.db, clock().toISOString())
    const byAccount = groupBy(runs, ({ account_id: id }) => id)
    await forEachAccount(byAccount, ([accountId, open]) => runForAccount(dependencies, accountId, open), {
      ...dependencies,
      stopping,
      job: 'report-schedules',
      accountOf: ([accountId]) => accountId,
      failureMessage: 'the scheduled reports of an account were not processed; the next run retries',
    })
  },
}

/** An account's error does not affect the others; what its service does not answer now is requested in the next run. */
async function runForAccount(
  dependencies: PanelJobDependencies,
  accountId: string,
  runs: readonly ReportScheduleRunTable[],
): Promise<void> {
  const { storage, clock, log } = dependencies
  const account = await findAccount(storage.db, accountId)
  if (!account) return
  const ordering: OrderContext = { storage, clock, callService: dependencies.callFor(account), by: randomUUID() }
  for (const run of runs) {
    try {
      await (run.state === 'waiting' ? orderReport(ordering, run) : checkReport(ordering, run))
    } catch (error) {
      log.warn(
        { err: error, account: account.slug, run: run.id },
        'a scheduled report was not processed; the next run retries',
      )
      // An unresponsive service would otherwise delay everyone, run by run.
      if (isApiError(error) && error.status >= 500) return
    }
  }
}

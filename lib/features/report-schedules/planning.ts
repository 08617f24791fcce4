import { randomUUID } from 'node:crypto'

import { MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { forEachDueRow } from '@/lib/panel/each-due'
import type { PanelJobDependencies } from '@/lib/panel/job'
import type { DueRow } from '@/lib/storage/due'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'

import { dueRun, nextReport, nextRun, type ReportWindow, splitWindow } from './domain/schedule-times'
import { findReportRunUpTo, insertReportRun, supersedeReportRun } from './statements/runs'
import { reportScheduleRows } from './statements/schedules'
import type { ReportScheduleRunTable, ReportScheduleTable } from './tables'

/** How long an order is retried, unless the next run comes first. */
const MAX_RETRY_MS = 24 * 3_600_000

/** Plans every due run. Runs that another process has planned are skipped. */
export const planReports = (dependencies: PanelJobDependencies): Promise<void> =>
  forEachDueRow(dependencies, {
    table: 'report_schedules',
    job: 'report-plans',
    failureMessage: 'a run of a report schedule was not planned; the next run retries',
    work: (row, now) => planOne({ storage: dependencies.storage, now }, row),
  })

type PlanContext = Pick<PanelJobDependencies, 'storage'> & { readonly now: Date }

const planOne = ({ storage, now }: PlanContext, { id, account_id: accountId }: DueRow): Promise<void> =>
  inAccounts(storage, [accountId], async (tx) => {
    const schedule = await reportScheduleRows.read(tx, id)
    if (!schedule || schedule.next_at === null || schedule.next_at > now.toISOString()) return
    const dueReport = dueRun(schedule, now)
    const planned_until = dueReport?.to ?? schedule.planned_until
    if (dueReport) {
      const from = await extendWindow(tx, { schedule, from: dueReport.from, now })
      for (const part of splitWindow({ from, to: dueReport.to }, MAX_REPORT_DAYS)) {
        await insertReportRun(tx, runOf(schedule, part, { now, due: dueReport.at }))
      }
    }
    const next = nextReport({ ...schedule, planned_until }, now)
    await reportScheduleRows.update(tx, id, { planned_until, next_at: next.at.toISOString() })
  })

type ExtendWindowInput = { readonly schedule: ReportScheduleTable; readonly from: string; readonly now: Date }

/**
 * Where the next window begins: it also covers earlier days whose report failed, so that they are reported after all.
 * Days of a cancelled report, or of the schedule before it was changed, are excluded.
 */
async function extendWindow(db: AccountTx, { schedule, from, now }: ExtendWindowInput): Promise<string> {
  for (let start = from; ;) {
    const before = await findReportRunUpTo(db, schedule.id, start)
    if (!before || before.due_at <= schedule.starts_at || !isReplaceable(before)) return start
    const ended_at = before.ended_at ?? now.toISOString()
    if (!(await supersedeReportRun(db, { ...before, ended_at }))) return start
    start = before.window_from
  }
}

/**
 * Whether a later run may cover the days of this one. A claimed order may have been accepted by the service even if its
 * process died, so it is retried separately after searching for its job: no day must be in two reports.
 */
const isReplaceable = ({ state, claimed_by: claimed }: ReportScheduleRunTable): boolean =>
  state === 'refused' || state === 'failed' || (state === 'waiting' && claimed === null)

type PlanTimes = { readonly now: Date; readonly due: Date }

function runOf(schedule: ReportScheduleTable, window: ReportWindow, { now, due }: PlanTimes): ReportScheduleRunTable {
  const next = nextRun(schedule, now)
  const giveUp = new Date(Math.min(now.getTime() + MAX_RETRY_MS, next.getTime()))
  return {
    id: randomUUID(),
    account_id: schedule.account_id,
    schedule_id: schedule.id,
    window_from: window.from,
    window_to: window.to,
    due_at: due.toISOString(),
    give_up_at: giveUp.toISOString(),
    retry_at: now.toISOString(),
    state: 'waiting',
    reason: null,
    message: null,
    date_from: null,
    job_id: null,
    expires_at: null,
    attempted_at: null,
    claimed_by: null,
    claimed_until: null,
    ended_at: null,
    row_count: null,
    size_bytes: null,
    attempts: 0,
    repeats: 0,
  }
}

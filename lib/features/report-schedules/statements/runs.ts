import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { isFree, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { countRows, givesRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ReportScheduleRunTable } from '../tables'

/**
 * False when the run is there: another process planned it. One whose days were to be in a later run, or that was switched off before it was
 * ordered, gives its place up: windows that are cut may end where it did.
 */
export function insertReportRun(db: AccountTx, row: ReportScheduleRunTable): Promise<boolean> {
  const { id: _, account_id: _account, schedule_id: _schedule, window_to: _to, ...afresh } = row
  return db
    .insertInto('report_schedule_runs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'window_to'])
        .doUpdateSet(afresh)
        .where((e) =>
          e.or([
            e('report_schedule_runs.state', '=', 'superseded'),
            e.and([
              e('report_schedule_runs.state', '=', 'cancelled'),
              e('report_schedule_runs.reason', '=', 'switched_off'),
            ]),
          ]),
        ),
    )
    .returning('id')
    .$call(givesRow)
}

/** The run whose window ends where another one begins. */
export const findReportRunUpTo = (db: Db, scheduleId: string, day: string) =>
  db
    .selectFrom('report_schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('window_to', '=', day)
    .executeTakeFirst()

export type RunPage = { readonly before: string | undefined; readonly limit: number }

/** Newest first; `before` is the end of a window. */
export const listReportRuns = (
  db: Db,
  scheduleId: string,
  { before, limit }: RunPage,
): Promise<ReportScheduleRunTable[]> =>
  db
    .selectFrom('report_schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .$if(before !== undefined, (query) => query.where('window_to', '<', before ?? ''))
    .orderBy('window_to', 'desc')
    .limit(limit)
    .execute()

export const countReportRuns = (db: Db, scheduleId: string): Promise<number> =>
  db.selectFrom('report_schedule_runs').where('schedule_id', '=', scheduleId).$call(countRows)

/** The newest run of each schedule of an account. */
export const listLastReportRuns = (db: Db, accountId: string): Promise<ReportScheduleRunTable[]> =>
  db
    .selectFrom('report_schedule_runs as run')
    .selectAll('run')
    .where('run.account_id', '=', accountId)
    .where('run.window_to', '=', (e) =>
      e
        .selectFrom('report_schedule_runs as other')
        .select((other) => other.fn.max('other.window_to').as('newest'))
        .whereRef('other.schedule_id', '=', 'run.schedule_id'),
    )
    .execute()

/** Those of an account that were ordered, with whose they are. */
export const listOrderedRuns = (db: Db, accountId: string, since: string) =>
  db
    .selectFrom('report_schedule_runs as run')
    .innerJoin('report_schedules as schedule', 'schedule.id', 'run.schedule_id')
    .leftJoin('users', 'users.id', 'schedule.owner')
    .select(['run.job_id', 'run.due_at', 'schedule.id', 'schedule.name', 'schedule.owner', 'users.email'])
    .where('run.account_id', '=', accountId)
    .where('run.due_at', '>=', since)
    .where('run.job_id', 'is not', null)
    .orderBy('run.due_at', 'desc')
    .execute()

/** Runs that something is to be done about now, the longest waiting first. */
export const listOpenReportRuns = (db: Db, now: string): Promise<ReportScheduleRunTable[]> =>
  db
    .selectFrom('report_schedule_runs as run')
    .innerJoin('accounts', 'accounts.id', 'run.account_id')
    .selectAll('run')
    .where('accounts.state', '!=', 'inactive')
    .where('run.state', 'in', ['waiting', 'ordered'])
    .where('run.retry_at', '<=', now)
    .orderBy('run.retry_at')
    .orderBy('run.id')
    .execute()

export const reportRunLease = leaseOf('report_schedule_runs')

/** Takes a run to order its report; undefined when somebody else has it, or it needs nothing any more. */
export const claimReportRun = (db: Db, lease: Lease): Promise<ReportScheduleRunTable | undefined> =>
  reportRunLease
    .claim(db, lease)
    .set((e) => ({
      attempts: e('attempts', '+', 1),
      attempted_at: e.fn.coalesce('attempted_at', e.val(lease.now)),
    }))
    .where('state', '=', 'waiting')
    .where('retry_at', '<=', lease.now)
    .returningAll()
    .executeTakeFirst()

/** Of a run in one state with one job; false when it is no more. */
export const followReportRun = (
  db: Db,
  { id, state, job_id }: Pick<ReportScheduleRunTable, 'id' | 'state' | 'job_id'>,
  change: Partial<Omit<ReportScheduleRunTable, 'id'>>,
): Promise<boolean> =>
  db
    .updateTable('report_schedule_runs')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('job_id', job_id === null ? 'is' : '=', job_id)
    .returning('id')
    .$call(givesRow)

/** The days of a run are to be in a later one. False while somebody orders it, or did and never said what came of that. */
export const makeUpReportRun = (
  db: AccountTx,
  { id, state, ended_at }: Pick<ReportScheduleRunTable, 'id' | 'state' | 'ended_at'>,
): Promise<boolean> =>
  db
    .updateTable('report_schedule_runs')
    .set({ state: 'superseded', ended_at })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claimed_by', 'is', null)
    .returning('id')
    .$call(givesRow)

/** What was to be ordered, and is not being ordered at this moment, is not any more. */
export async function cancelWaitingRuns(db: AccountTx, scheduleId: string, now: string): Promise<void> {
  await db
    .updateTable('report_schedule_runs')
    .set({ state: 'cancelled', reason: 'switched_off', ended_at: now })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'waiting')
    .where(isFree(now))
    .execute()
}

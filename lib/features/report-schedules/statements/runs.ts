import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { isFree, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { countRows, returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ReportScheduleRunTable } from '../tables'

/**
 * False if another process has planned the run. A superseded run, or one that was disabled before it was ordered, is
 * replaced: shortened windows may end on the same day.
 */
export function insertReportRun(db: AccountTx, row: ReportScheduleRunTable): Promise<boolean> {
  const { id: _, account_id: _account, schedule_id: _schedule, window_to: _to, ...replacement } = row
  return db
    .insertInto('report_schedule_runs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'window_to'])
        .doUpdateSet(replacement)
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
    .$call(returnsRow)
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

/** Ordered runs of an account, with the owners of their schedules. */
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

/** Runs that need work now, the longest waiting first. */
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

/** Claims a run to order its report; undefined if another process has claimed it or it needs no work. */
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

/** Updates a run in a given state with a given job; false if either has changed. */
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
    .$call(returnsRow)

/**
 * Marks a run as superseded, so that a later run covers its days. False while it is being ordered, or if an attempt's
 * outcome is unknown.
 */
export const supersedeReportRun = (
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
    .$call(returnsRow)

/** Cancels waiting runs, except those being ordered at this moment. */
export async function cancelWaitingRuns(db: AccountTx, scheduleId: string, now: string): Promise<void> {
  await db
    .updateTable('report_schedule_runs')
    .set({ state: 'cancelled', reason: 'switched_off', ended_at: now })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'waiting')
    .where(isFree(now))
    .execute()
}

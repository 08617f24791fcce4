import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import { TEAM } from '../saved-views/saved-views'
import type { ReportScheduleTable } from './schedule-tables'

type Seer = { readonly accountId: string; readonly userId: string }

/** With the e-mail of who made it, while they are a member. */
const withMaker = (db: Db, { accountId, userId }: Seer) =>
  db
    .selectFrom('report_schedules')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account_id', '=', 'report_schedules.account_id')
        .onRef('members.user_id', '=', 'report_schedules.created_by'),
    )
    .leftJoin('users', 'users.id', 'members.user_id')
    .selectAll('report_schedules')
    .select('users.email as maker')
    .where('report_schedules.account_id', '=', accountId)
    .where('report_schedules.owner', 'in', [userId, TEAM])
export type SeenReportSchedule = ReportScheduleTable & { readonly maker: string | null }

/** The user's own and the team's. */
export const listSeenReportSchedules = (db: Db, seer: Seer): Promise<SeenReportSchedule[]> =>
  withMaker(db, seer).orderBy('report_schedules.id').execute()

/** Another user's own is as good as missing. */
export const findSeenReportSchedule = (db: Db, seer: Seer, id: string): Promise<SeenReportSchedule | undefined> =>
  withMaker(db, seer).where('report_schedules.id', '=', id).executeTakeFirst()

export async function countReportSchedules(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('report_schedules')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export const findReportScheduleNamed = (db: Db, of: Pick<ReportScheduleTable, 'account_id' | 'owner' | 'name'>) =>
  db
    .selectFrom('report_schedules')
    .select('id')
    .where('account_id', '=', of.account_id)
    .where('owner', '=', of.owner)
    .where('name', '=', of.name)
    .executeTakeFirst()

export async function insertReportSchedule(db: AccountTx, row: Omit<ReportScheduleTable, 'due_at'>): Promise<void> {
  await db
    .insertInto('report_schedules')
    .values({ ...row, due_at: '' })
    .execute()
}

/** When its next run is due is worked out again. */
export async function updateReportSchedule(
  db: AccountTx,
  id: string,
  change: Partial<Omit<ReportScheduleTable, 'id'>>,
): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ due_at: '', ...change })
    .where('id', '=', id)
    .execute()
}

/** Of a schedule as it was read. */
export async function postponeReportSchedule(
  db: Db,
  { id, updated_at, planned_until }: ReportScheduleTable,
  dueAt: string,
): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where('planned_until', '=', planned_until)
    .execute()
}

/** With its runs; reports that it ordered stay. */
export async function deleteReportSchedule(db: AccountTx, id: string): Promise<void> {
  await db.deleteFrom('report_schedules').where('id', '=', id).execute()
}

/** An own one ends when its owner leaves the account. */
export async function deleteReportSchedulesOf(db: AccountTx, { accountId, userId }: Seer): Promise<void> {
  await db.deleteFrom('report_schedules').where('account_id', '=', accountId).where('owner', '=', userId).execute()
}

/** Within a transaction: who plans its runs and who changes it follow one another. */
export const lockReportSchedule = (tx: AccountTx, id: string): Promise<ReportScheduleTable | undefined> =>
  tx.selectFrom('report_schedules').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Those that order reports, of accounts that may, where a run may be due by now. */
export const listWorkingReportSchedules = (db: Db, now: string): Promise<ReportScheduleTable[]> =>
  db
    .selectFrom('report_schedules')
    .innerJoin('accounts', 'accounts.id', 'report_schedules.account_id')
    .selectAll('report_schedules')
    .where('accounts.state', '!=', 'inactive')
    .where('report_schedules.enabled', '=', 1)
    .where('report_schedules.due_at', '<=', now)
    .where('report_schedules.stopped', 'is', null)
    .orderBy('report_schedules.id')
    .execute()

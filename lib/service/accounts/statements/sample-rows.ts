import { sql } from 'kysely'

import type { Db } from '@/lib/storage/storage'

/** Members of the accounts, with their e-mail addresses and whether they also belong to other accounts. */
export async function listMembersOfAccounts(db: Db, accountIds: readonly string[]) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('members as elsewhere', (join) =>
      join.onRef('elsewhere.user_id', '=', 'users.id').on('elsewhere.account_id', 'not in', accountIds),
    )
    .leftJoin('accounts', 'accounts.id', 'elsewhere.account_id')
    .select(['users.id', 'users.email', 'accounts.slug as elsewhere'])
    .where('members.account_id', 'in', accountIds)
    .orderBy('users.email')
    .execute()
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

export const listAccountsByIds = (db: Db, ids: readonly string[]) =>
  db.selectFrom('accounts').select(['id', 'slug']).where('id', 'in', ids).orderBy('slug').execute()

const countOf = async (
  db: Db,
  table: 'monitors' | 'monitor_events',
  accountIds: readonly string[],
): Promise<number> => {
  const { count } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return count
}

export const countMonitorsOf = (db: Db, accountIds: readonly string[]) =>
  accountIds.length === 0 ? 0 : countOf(db, 'monitors', accountIds)

export const countEventsOf = (db: Db, accountIds: readonly string[]) =>
  accountIds.length === 0 ? 0 : countOf(db, 'monitor_events', accountIds)

/**
 * Number and total size of files: the daily reports, which all accounts share, and the reports that these accounts
 * ordered.
 */
export async function countReportFiles(db: Db, accountIds: readonly string[]) {
  const daily = await db
    .selectFrom('daily_reports')
    .select((e) => [e.fn.countAll<number>().as('files'), e.fn.sum<number | string | null>('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  const ordered = await db
    .selectFrom('report_jobs')
    .select((e) => [e.fn.count<number>('file').as('files'), e.fn.sum<number | string | null>('size_bytes').as('bytes')])
    .where('account_id', 'in', accountIds)
    .where('file', 'is not', null)
    .executeTakeFirstOrThrow()
  // PostgreSQL returns a sum as text.
  return { files: daily.files + ordered.files, bytes: Number(daily.bytes ?? 0) + Number(ordered.bytes ?? 0) }
}

/** Another account whose report is queued or running; undefined if there is none. */
export async function findUnfinishedReport(db: Db, accountIds: readonly string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('report_jobs')
    .innerJoin('accounts', 'accounts.id', 'report_jobs.account_id')
    .select('accounts.slug')
    .where('report_jobs.status', 'in', ['queued', 'running'])
    .where('report_jobs.account_id', 'not in', accountIds)
    .limit(1)
    .executeTakeFirst()
  return row?.slug
}

/** Signs out every member of these accounts from the next request on. */
export async function endSessionsOfAccounts(db: Db, accountIds: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('account_id', 'in', accountIds)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Files of the daily reports, relative to the reports folder. */
export const listDailyFiles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('daily_reports').select('file').execute()).map(({ file }) => file)

export async function deleteDailyFiles(db: Db, files: readonly string[]): Promise<void> {
  await sql`delete from daily_reports where file in (${sql.join(files)})`.execute(db)
}

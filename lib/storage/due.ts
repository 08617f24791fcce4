import type { Db } from './storage'

/** Tables whose `next_at` is the time of a row's next run; null if none is planned. */
type DueTable = 'report_schedules' | 'white_list_schedules'

/**
 * Due rows with the most overdue first, including the fields of the account that the job needs; inactive accounts are
 * left out.
 */
export const listDue = (db: Db, table: DueTable, now: string) =>
  db
    // Safe: only columns that both tables have are used.
    .selectFrom(`${table as 'report_schedules'} as due`)
    .innerJoin('accounts', 'accounts.id', 'due.account_id')
    .select(['due.id', 'due.account_id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where('due.next_at', '<=', now)
    .where('accounts.state', '!=', 'inactive')
    .orderBy('due.next_at')
    .orderBy('due.id')
    .execute()
export type DueRow = Awaited<ReturnType<typeof listDue>>[number]

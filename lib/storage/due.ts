import type { Db } from './storage'

/** Tables whose `next_at` says when the next work of a row is due; null: none is. */
type DueTable = 'report_schedules' | 'white_list_schedules'

/** What is due by now, the longest due first, with what its account is asked by; not of inactive accounts. */
export const listDue = (db: Db, table: DueTable, now: string) =>
  db
    // Sound: of its columns those alone are named that each of the tables has.
    .selectFrom(`${table as 'report_schedules'} as due`)
    .innerJoin('accounts', 'accounts.id', 'due.account_id')
    .select(['due.id', 'due.account_id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where('due.next_at', '<=', now)
    .where('accounts.state', '!=', 'inactive')
    .orderBy('due.next_at')
    .orderBy('due.id')
    .execute()
export type DueRow = Awaited<ReturnType<typeof listDue>>[number]

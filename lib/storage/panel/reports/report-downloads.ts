import type { Db } from '../../storage'

/** That somebody took a report whole, and when last. */
export type TakenReport = {
  readonly report_date: string
  readonly source: string
  readonly format: string
  readonly user_id: string | null
  readonly user_email: string
  /** As they call themselves now. */
  readonly user_name: string | null
  readonly at: string
}

/** Whole downloads of reports of these days, both included: one for each person and report, the last. The newest first. */
export const listDownloads = (
  db: Db,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TakenReport[]> =>
  db
    .selectFrom('report_downloads')
    .leftJoin('users', 'users.id', 'report_downloads.user_id')
    .select(['report_date', 'source', 'format', 'user_id', 'user_email', 'users.name as user_name'])
    .select((e) => e.fn.max<string>('at').as('at'))
    .where('account_id', '=', accountId)
    .where('report_date', '>=', from)
    .where('report_date', '<=', to)
    .where('is_whole', '=', 1)
    .groupBy(['report_date', 'source', 'format', 'user_id', 'user_email', 'users.name'])
    .orderBy('at', 'desc')
    .execute()

import { isFree } from '../../engine/lease'
import type { Db } from '../../storage'
import { unfinished } from './reports'

/** What can be tried now and is in nobody's hands. */
const due = (db: Db, now: string) =>
  db
    .selectFrom('archived_reports')
    .innerJoin('archive_settings', 'archive_settings.account_id', 'archived_reports.account_id')
    .where('archive_settings.enabled', '=', 1)
    .where('archived_reports.state', 'in', unfinished)
    .where('archived_reports.next_at', '<=', now)
    .where(isFree(now, 'archived_reports.claimed_until'))

/** Of one account, the one that is lost first foremost. */
export const listDueReports = (
  db: Db,
  { accountId, now, limit }: { readonly accountId: string; readonly now: string; readonly limit: number },
): Promise<{ id: string }[]> =>
  due(db, now)
    .select('archived_reports.id')
    .where('archived_reports.account_id', '=', accountId)
    .orderBy('archived_reports.next_at')
    .orderBy('archived_reports.expires_at')
    .orderBy('archived_reports.id')
    .limit(limit)
    .execute()

/** Accounts with something that can be tried now, the one that has waited longest first. */
export const listDueAccounts = (db: Db, now: string): Promise<{ account_id: string }[]> =>
  due(db, now)
    .select('archived_reports.account_id')
    .groupBy('archived_reports.account_id')
    .orderBy((e) => e.fn.min('archived_reports.next_at'))
    .orderBy('archived_reports.account_id')
    .execute()

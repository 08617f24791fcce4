import type { AccountTable } from '@/lib/service/accounts/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { ReportWatchTable } from '../tables'

const readings = accountRow('report_readings')
export const findReportReading = readings.find
export const updateReportReading = readings.update

/** Locks the reading state until the end of the transaction, creating it if necessary. */
export const lockReportReading = (tx: AccountTx, accountId: string) =>
  readings.lock(tx, { account_id: accountId, read_at: null, failed_at: null, retry_at: null, code: null })

/** Ascending. */
export const listReportWatches = (db: Db, accountId: string): Promise<ReportWatchTable[]> =>
  db.selectFrom('report_watches').selectAll().where('account_id', '=', accountId).orderBy('from_at').execute()

/**
 * Records a reading at an instant. It extends the current watch if that was last read after `unbrokenSince`, else
 * begins a new one.
 */
export async function recordWatch(
  db: AccountTx,
  accountId: string,
  { at, unbrokenSince }: { readonly at: string; readonly unbrokenSince: string },
): Promise<void> {
  const last = await ofAccount(db, 'report_watches', accountId)
    .select(['from_at', 'until_at'])
    .orderBy('from_at', 'desc')
    .executeTakeFirst()
  if (last === undefined || last.until_at < unbrokenSince) {
    await db.insertInto('report_watches').values({ account_id: accountId, from_at: at, until_at: at }).execute()
    return
  }
  await db
    .updateTable('report_watches')
    .set({ until_at: at })
    .where('account_id', '=', accountId)
    .where('from_at', '=', last.from_at)
    .where('until_at', '<', at)
    .execute()
}

/** Removes instants later than now: the clock was fast when the index was read, and has been corrected. */
export async function removeFutureReadings(db: AccountTx, accountId: string, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - 1).toISOString()
  await db
    .updateTable('known_reports')
    .set({ last_seen_at: before })
    .where('account_id', '=', accountId)
    .where('last_seen_at', '>', before)
    .execute()
  await db.deleteFrom('report_watches').where('account_id', '=', accountId).where('from_at', '>', before).execute()
  await db
    .updateTable('report_watches')
    .set({ until_at: before })
    .where('account_id', '=', accountId)
    .where('until_at', '>', before)
    .execute()
}

/**
 * Accounts with members whose index was not read since `before` and whose service may be called now, with their API
 * keys. Stored instants later than `ahead` come from a clock that was fast and are ignored.
 */
export const listAccountsToReadReports = (
  db: Db,
  { now, before, ahead }: { readonly now: string; readonly before: string; readonly ahead: string },
): Promise<Pick<AccountTable, 'id' | 'slug' | 'sealed_api_key'>[]> =>
  db
    .selectFrom('accounts')
    .leftJoin('report_readings', 'report_readings.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where((e) =>
      e.exists(e.selectFrom('members').select('members.user_id').whereRef('members.account_id', '=', 'accounts.id')),
    )
    .where((e) =>
      e.or([
        e('report_readings.retry_at', 'is', null),
        e('report_readings.retry_at', '<=', now),
        e('report_readings.retry_at', '>', ahead),
      ]),
    )
    .where((e) =>
      e.or([
        e('report_readings.read_at', 'is', null),
        e('report_readings.read_at', '<', before),
        e('report_readings.read_at', '>', ahead),
      ]),
    )
    .orderBy((e) => e.fn.coalesce('report_readings.read_at', e.val('')))
    .execute()

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { INSERT_CHUNK } from '@/lib/storage/engine/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { KnownReportTable } from '../tables'

type DayRange = { readonly from: string; readonly to: string }

/** Both ends included; ordered by day, source and format. */
export const listKnownReports = (db: Db, accountId: string, { from, to }: DayRange): Promise<KnownReportTable[]> =>
  ofAccount(db, 'known_reports', accountId)
    .selectAll()
    .where('report_date', '>=', from)
    .where('report_date', '<=', to)
    .orderBy('report_date')
    .orderBy('source')
    .orderBy('format')
    .orderBy('report_id')
    .execute()

export const findKnownReport = (db: Db, accountId: string, reportId: string) =>
  ofAccount(db, 'known_reports', accountId)
    .select(['report_date', 'source', 'format'])
    .where('report_id', '=', reportId)
    .executeTakeFirst()

export type ListedReport = Omit<KnownReportTable, 'account_id' | 'first_seen_at' | 'last_seen_at'>

/**
 * Stores what one reading listed, each id once. A reading that began before the last stored one of a report does not
 * change it.
 */
export async function saveListedReports(
  db: AccountTx,
  { accountId, at }: { readonly accountId: string; readonly at: string },
  reports: readonly ListedReport[],
): Promise<void> {
  const rows = reports.map((report) => ({ ...report, account_id: accountId, first_seen_at: at, last_seen_at: at }))
  for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
    await db
      .insertInto('known_reports')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'report_id'])
          .doUpdateSet((from) => ({
            report_date: from.ref('excluded.report_date'),
            source: from.ref('excluded.source'),
            format: from.ref('excluded.format'),
            row_count: from.ref('excluded.row_count'),
            size_bytes: from.ref('excluded.size_bytes'),
            generated_at: from.ref('excluded.generated_at'),
            expires_at: from.ref('excluded.expires_at'),
            last_seen_at: from.ref('excluded.last_seen_at'),
          }))
          .whereRef('known_reports.last_seen_at', '<', 'excluded.last_seen_at'),
      )
      .execute()
  }
}

import type { Insertable } from 'kysely'

import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { DailyReportTable } from '../tables'

export type IndexFilter = {
  source?: DailyReportTable['source'] | undefined
  format?: DailyReportTable['format'] | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

/** Reports that have not expired, newest first. */
export async function listDailyReports(db: Db, now: string, filter: IndexFilter): Promise<DailyReportTable[]> {
  let query = db.selectFrom('daily_reports').selectAll().where('expires_at', '>', now)
  if (filter.source) query = query.where('source', '=', filter.source)
  if (filter.format) query = query.where('format', '=', filter.format)
  if (filter.date_from) query = query.where('report_date', '>=', filter.date_from)
  if (filter.date_to) query = query.where('report_date', '<=', filter.date_to)
  return query.orderBy('report_date', 'desc').orderBy('source').orderBy('format').execute()
}

export const findDailyReport = (db: Db, id: string) =>
  db.selectFrom('daily_reports').selectAll().where('id', '=', id).executeTakeFirst()

export const dailyReportsOf = (db: Db, days: readonly string[]) =>
  db.selectFrom('daily_reports').selectAll().where('report_date', 'in', days).execute()

/**
 * Inserts an entry, or updates one that has fewer rows. Returns false, without a change, if the existing entry has at
 * least as many rows.
 */
export const putDailyReport = (db: Db, report: Insertable<DailyReportTable>): Promise<boolean> =>
  db
    .insertInto('daily_reports')
    .values(report)
    .onConflict((conflict) =>
      conflict
        .columns(['report_date', 'source', 'format'])
        .doUpdateSet((from) => ({
          row_count: from.ref('excluded.row_count'),
          size_bytes: from.ref('excluded.size_bytes'),
          sha256: from.ref('excluded.sha256'),
          file: from.ref('excluded.file'),
          generated_at: from.ref('excluded.generated_at'),
        }))
        .whereRef('daily_reports.row_count', '<', 'excluded.row_count'),
    )
    .returning('id')
    .$call(returnsRow)

/** Files of entries that expired before `instant`; the entries stay. */
export const expiredDailyFiles = (db: Db, instant: string) =>
  db.selectFrom('daily_reports').select(['id', 'file']).where('expires_at', '<=', instant).execute()

export async function deleteDailyReportsBefore(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('daily_reports').where('expires_at', '<=', instant).execute()
}

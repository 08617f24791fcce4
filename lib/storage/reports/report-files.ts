import type { Db } from '../storage'

/** Files that rows name, relative to the folder of reports, and when each expires. */
export async function listReportFiles(db: Db): Promise<{ file: string; expires_at: string | null }[]> {
  const daily = await db.selectFrom('daily_reports').select(['file', 'expires_at']).execute()
  const jobs = await db
    .selectFrom('report_jobs')
    .select(['file', 'expires_at'])
    .where('file', 'is not', null)
    .$narrowType<{ file: string }>()
    .execute()
  return [...daily, ...jobs]
}

/** Of the reports that one account ordered. */
export async function listJobFilesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('report_jobs').select('file').where('account_id', '=', accountId).execute()
  return rows.flatMap(({ file }) => file ?? [])
}

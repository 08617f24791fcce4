import { chunksOf } from '@/lib/domain/collections/chunks'
import type { ReportDownloadTable } from '@/lib/features/reports/tables'
import type { SignInChallengeTable } from '@/lib/features/security/tables'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

/** Takes the place of a report's id in the row of a ZIP of several reports. */
export const REPORTS_ZIP = 'zip'

/** False if the id exists already. */
export const insertReportDownload = (db: Db, download: ReportDownloadTable): Promise<boolean> =>
  insertNew(db, 'report_downloads', download, ['id'])

export const findReportDownload = (db: Db, id: string): Promise<ReportDownloadTable | undefined> =>
  db.selectFrom('report_downloads').selectAll().where('id', '=', id).executeTakeFirst()

type Progress = Pick<ReportDownloadTable, 'bytes' | 'is_whole' | 'at'>

/** A complete download stays complete, and the number of sent bytes never decreases. */
export async function updateReportDownload(db: Db, id: string, { bytes, is_whole, at }: Progress): Promise<void> {
  await db
    .updateTable('report_downloads')
    .set({ bytes, at, ...(is_whole === 1 && { is_whole }) })
    .where('id', '=', id)
    .where('bytes', '<=', bytes)
    .$if(is_whole === 0, (query) => query.where('is_whole', '=', 0))
    .execute()
}

/**
 * Restarts a download because another edition of the file is sent from its first byte; bytes of the previous edition do
 * not count.
 */
export async function restartReportDownload(
  db: Db,
  id: string,
  { etag, at }: Pick<ReportDownloadTable, 'etag' | 'at'>,
): Promise<void> {
  const change = { etag, at, bytes: 0 }
  await db.updateTable('report_downloads').set(change).where('id', '=', id).where('is_whole', '=', 0).execute()
}

export async function markDownloaded(db: Db, ids: readonly string[], at: string): Promise<void> {
  for (const part of chunksOf(ids, LOOKUP_CHUNK)) {
    await db.updateTable('report_downloads').set({ is_whole: 1, at }).where('id', 'in', part).execute()
  }
}

export async function touchDownloads(db: Db, ids: readonly string[], at: string): Promise<void> {
  for (const part of chunksOf(ids, LOOKUP_CHUNK)) {
    await db.updateTable('report_downloads').set({ at }).where('id', 'in', part).where('is_whole', '=', 0).execute()
  }
}

/** Ids of the reports that the person has completely downloaded, with the time of the last download. */
export async function listDownloadedReports(
  db: Db,
  accountId: string,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await ofAccount(db, 'report_downloads', accountId)
    .select(['report_id', (e) => e.fn.max<string>('at').as('at')])
    .where('user_id', '=', userId)
    .where('is_whole', '=', 1)
    .groupBy('report_id')
    .execute()
  return new Map(rows.map(({ report_id, at }) => [report_id, at]))
}

type Span = { readonly from: string; readonly until: string; readonly limit: number }

/**
 * Downloads that stopped in this time and have no audit entry, matched by `request_id`, which equals the download's id.
 */
export const listUnloggedDownloads = (db: Db, { from, until, limit }: Span): Promise<ReportDownloadTable[]> =>
  db
    .selectFrom('report_downloads as taken')
    .selectAll('taken')
    .where('taken.is_whole', '=', 0)
    .where('taken.bytes', '>', 0)
    .where('taken.at', '>=', from)
    .where('taken.at', '<', until)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('audit_entries as entry')
            .select('entry.number')
            .whereRef('entry.account_id', '=', 'taken.account_id')
            .where('entry.action', 'in', ['reports.download', 'reports.downloadNew'])
            .whereRef('entry.at', '>=', 'taken.at')
            .whereRef('entry.request_id', '=', 'taken.id'),
        ),
      ),
    )
    .orderBy('taken.at')
    .limit(limit)
    .execute()

const PURPOSE = 'report_download'

/**
 * The session's purpose for downloading files with personal data, as JSON. Undefined if none was given or it has
 * expired.
 */
export async function findDownloadPurpose(db: Db, id: string, now: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('sign_in_challenges')
    .select('value')
    .where('id', '=', id)
    .where('purpose', '=', PURPOSE)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.value
}

type PurposeRow = Pick<SignInChallengeTable, 'id' | 'user_id' | 'value' | 'created_at' | 'expires_at'>

/** The latest answer replaces earlier ones. */
export async function putDownloadPurpose(db: Db, row: PurposeRow): Promise<void> {
  const { value, expires_at } = row
  await db
    .insertInto('sign_in_challenges')
    .values({ ...row, purpose: PURPOSE, tries: 0, used_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value, expires_at }))
    .execute()
}

/** A person's complete download of a report, with the time of the last one. */
export type DownloadedReport = {
  readonly report_date: string
  readonly source: string
  readonly format: string
  readonly user_id: string | null
  readonly user_email: string
  /** The user's current name. */
  readonly user_name: string | null
  readonly at: string
}

/**
 * Complete downloads of reports of these days, both included: the last one for each person and report, newest first.
 */
export const listDownloads = (
  db: Db,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DownloadedReport[]> =>
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

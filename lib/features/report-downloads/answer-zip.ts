import { randomUUID } from 'node:crypto'

import type { ReportFormat } from '@/lib/contract/reports'
import { warsawDay } from '@/lib/domain/calendar'
import { isPersonalReport } from '@/lib/domain/events/sources'
import { attachment } from '@/lib/http/attachment'
import type { PanelContext } from '@/lib/panel/context'

import type { DownloadPurpose } from './contract'
import { type DownloadLinkScope, openDownloadLink } from './download-link'
import type { NewReports } from './new-reports'
import { purposeText } from './purpose'
import { recordSending } from './record-sending'
import { REPORTS_ZIP, insertReportDownload, markDownloaded, touchDownloads } from './statements'
import { streamOf } from './stream-of'
import { type ReportZipEntry, openReportsZip } from './zip'

/** What the download address of a ZIP is bound to. */
export const zipLinkOf = ({ sessionId, account }: PanelContext): DownloadLinkScope => ({
  sessionId,
  accountId: account.id,
  reportId: REPORTS_ZIP,
})

type ZipRequest = {
  readonly format: ReportFormat
  readonly download?: string | undefined
  readonly purpose: DownloadPurpose | null
}

/**
 * Streams the ZIP and records it: one row for the ZIP, one for each report that was sent in it, and one audit entry for
 * all of them.
 */
export async function answerZip(context: PanelContext, newReports: NewReports, input: ZipRequest): Promise<Response> {
  const { storage, account, user, now, fetchService, request, log, sessionId, address, secrets } = context
  const { format, download, purpose } = input
  const id = download === undefined ? randomUUID() : openDownloadLink(secrets, zipLinkOf(context), download)
  const downloadIds: string[] = []
  const { sizeBytes, bytes } = await openReportsZip({
    ...newReports,
    madeAt: now.toISOString(),
    fetchService,
    signal: request.signal,
    onSent: async (report) => {
      downloadIds.push(await recordSentReport(context, report, purpose))
    },
  })
  const body = await recordSending(
    {
      storage,
      log,
      clock: () => new Date(),
      sessionId,
      accountId: account.id,
      user,
      address,
      id,
      report: { id: REPORTS_ZIP, report_date: '', source: '', format },
      purpose,
      start: 0,
      sizeBytes,
      etag: null,
      action: 'reports.downloadNew',
      target: null,
      details: { format, files: newReports.planned.map(({ name }) => name) },
      onComplete: (db, at) => markDownloaded(db, downloadIds, at),
      // Keeps the reports already sent alive, so that none counts as interrupted while the rest is sent.
      onProgress: (db, at) => touchDownloads(db, downloadIds, at),
    },
    bytes,
  )
  return new Response(streamOf(body, request.signal), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`reports-${warsawDay(now)}-${format}.zip`),
      'content-length': String(sizeBytes),
      'accept-ranges': 'none',
    },
  })
}

/** Records a report that was sent; it counts as downloaded only once the whole ZIP is. */
async function recordSentReport(
  { storage, account, user }: PanelContext,
  { id, source, format, report_date, size_bytes }: ReportZipEntry,
  purpose: DownloadPurpose | null,
): Promise<string> {
  const row = {
    id: randomUUID(),
    account_id: account.id,
    report_id: id,
    report_date,
    source,
    format,
    user_id: user.id,
    user_email: user.email,
    at: new Date().toISOString(),
    bytes: size_bytes,
    is_whole: 0,
    purpose: purpose && isPersonalReport(source) ? purposeText(purpose) : null,
    etag: null,
  }
  await insertReportDownload(storage.db, row)
  return row.id
}

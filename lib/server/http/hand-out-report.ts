import 'server-only'
import { randomUUID } from 'node:crypto'

import { isPersonalReport } from '@/lib/domain/events/sources'
import { csvForSpreadsheet } from '@/lib/domain/files/csv-for-spreadsheet'
import { auditedOperations } from '@/lib/features/audit/audited-operations'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { DownloadPurpose } from '@/lib/features/report-downloads/contract'
import { DOWNLOAD_HEADER } from '@/lib/features/report-downloads/domain/download-link-header'
import {
  type DownloadLinkScope,
  makeDownloadLink,
  openDownloadLink,
} from '@/lib/features/report-downloads/download-link'
import { requirePurpose } from '@/lib/features/report-downloads/purpose'
import { recordSending } from '@/lib/features/report-downloads/record-sending'
import { streamOf } from '@/lib/features/report-downloads/stream-of'
import { endOf, fileNameOf, startOf } from '@/lib/features/reports/report-answer'
import { BrokenReport, readReportAnswer, type ReportFile } from '@/lib/features/reports/report-reader'
import { findKnownReport } from '@/lib/features/reports/statements/known-reports'
import { HttpError } from '@/lib/http/errors'
import { jsonText } from '@/lib/panel/json-field'
import { jsonField } from '@/lib/panel/json-field'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { callServiceFor, fetchServiceFor } from '../upstream/call-service'
import { clientAddress } from './client-address'

type Call = {
  readonly request: Request
  readonly session: PanelSession
  readonly url: URL
  readonly reportId: string
  /** Forwards the browser's request to the service. */
  readonly forward: (request: Request) => Promise<Response>
}

/**
 * `reports.download` for the browser (docs/decisions/downloads.md): a broken transfer is resumed, the download is
 * recorded, and a report that names persons requires a purpose. The connection is closed when a transfer cannot be
 * resumed. A request for one byte, which tests whether the file is available, is not a download; its response carries
 * the link for the real one.
 */
export async function handOutReport(call: Call): Promise<Response> {
  const { session, url, reportId } = call
  const { storage, secrets } = getRuntime()
  const linkScope: DownloadLinkScope = { sessionId: session.id, accountId: session.account.id, reportId }
  const link = url.searchParams.get('download')
  const id = link === null ? randomUUID() : openDownloadLink(secrets, linkScope, link)
  const request = isForSpreadsheet(url) ? withoutRange(call.request) : withOneRange(call.request)
  const [report, answer] = await Promise.all([readListedReport(session, reportId), call.forward(request)])
  // Availability is checked first, so that no purpose is requested for a missing file.
  if (!answer.ok) return answer
  try {
    const purpose = isPersonalReport(report.source) ? await requirePurpose(storage.db, linkScope, new Date()) : null
    if (request.method === 'HEAD') return answer
    const file = readFile(call, report, answer)
    if (!isProbe(request, answer)) return await startDownload({ call, id, report, purpose, file }, answer)
    answer.headers.set(DOWNLOAD_HEADER, makeDownloadLink(secrets, linkScope))
    return new Response(streamOf(file.bytes, call.request.signal), answer)
  } catch (error) {
    // The service would otherwise go on sending.
    await answer.body?.cancel().catch(() => undefined)
    throw error
  }
}

type HandOutInput = {
  readonly call: Call
  readonly id: string
  readonly report: ListedReport
  readonly purpose: DownloadPurpose | null
  readonly file: ReportFile
}

async function startDownload({ call, id, report, purpose, file }: HandOutInput, answer: Response): Promise<Response> {
  // A small answer of a remote service comes without a length.
  const end = endOf(answer) ?? file.sizeBytes
  if (end !== null) answer.headers.set('content-length', String(end - startOf(answer)))
  const bytes = await recordSending(
    {
      ...downloadContextOf(call),
      id,
      report: {
        id: call.reportId,
        report_date: report.report_date,
        source: report.source ?? '',
        format: report.format,
      },
      purpose,
      start: startOf(answer),
      sizeBytes: file.sizeBytes,
      etag: file.etag,
      action: 'reports.download',
      details: await detailsOf(call, report, answer),
    },
    file.bytes,
  )
  if (report.format !== 'csv' || !isForSpreadsheet(call.url)) {
    return new Response(streamOf(bytes, call.request.signal), answer)
  }
  const sheet = streamOf(csvForSpreadsheet(bytes), call.request.signal)
  return new Response(sheet, { status: 200, headers: spreadsheetHeaders(answer.headers) })
}

/** A CSV for Polish spreadsheets is rewritten while it is sent, so it supports no ranges and has no known size. */
const isForSpreadsheet = (url: URL): boolean => url.searchParams.has('spreadsheet')

function spreadsheetHeaders(sent: Headers): Headers {
  const headers = new Headers(sent)
  for (const name of ['content-length', 'etag', 'accept-ranges', 'content-range', 'digest']) headers.delete(name)
  const disposition = headers.get('content-disposition')
  if (disposition) headers.set('content-disposition', disposition.replaceAll(/\.csv\b/g, '-arkusz.csv'))
  return headers
}

const isProbe = ({ headers }: Request, { status }: Response): boolean =>
  status === 206 && headers.get('range') === 'bytes=0-0'

function downloadContextOf({ session: { id, account, user }, request }: Call) {
  const { storage, log } = getRuntime()
  const clock = () => new Date()
  return { storage, log, clock, sessionId: id, accountId: account.id, user, address: clientAddress(request.headers) }
}

type ListedReport = {
  readonly record: unknown
  /** Undefined for a report that is not in the list. */
  readonly source: string | undefined
  readonly format: string
  readonly report_date: string
  readonly sizeBytes: number | undefined
}

/**
 * What the service lists about the report, else the stored copy of an earlier answer. The copy gives no size, because a
 * report that was generated again has another one. The download itself shows whether the file is available.
 */
async function readListedReport(session: PanelSession, reportId: string): Promise<ListedReport> {
  const findListed = auditedOperations['reports.download'].before
  const listed = await findListed?.(callServiceFor(session), reportId).catch(() => undefined)
  const record = listed ?? (await findKnownReport(getRuntime().storage.db, session.account.id, reportId))
  const size = jsonField(listed, 'size_bytes')
  return {
    record,
    source: jsonText(record, 'source') ?? undefined,
    format: jsonText(record, 'format') ?? '',
    report_date: jsonText(record, 'report_date') ?? '',
    sizeBytes: typeof size === 'number' ? size : undefined,
  }
}

/** A multipart response with several ranges could not be resumed, so the whole file is requested instead. */
function withOneRange(request: Request): Request {
  return request.headers.get('range')?.includes(',') ? withoutRange(request) : request
}

function withoutRange(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('range')
  return new Request(request, { headers })
}

function readFile({ session, reportId, request }: Call, { sizeBytes }: ListedReport, answer: Response): ReportFile {
  const { service } = getRuntime()
  const input = {
    fetchService: fetchServiceFor(session),
    id: reportId,
    signal: request.signal,
    // No bytes can change on the way within one process.
    isHashed: service === undefined,
    ...(sizeBytes !== undefined && { sizeBytes }),
  }
  try {
    return readReportAnswer(input, answer)
  } catch (error) {
    if (!(error instanceof BrokenReport)) throw error
    throw new HttpError('report_broken', error.message, { extra: { reason: error.reason } })
  }
}

async function detailsOf(
  { session, request, reportId }: Call,
  { record }: ListedReport,
  answer: Response,
): Promise<AuditDetails> {
  const recordedValues = await recordedValuesOf(getRuntime().storage.db, session.account.id)
  const range = request.headers.get('range')
  const entry = auditedOperations['reports.download'].entry({
    target: reportId,
    body: undefined,
    answer: undefined,
    query: range === null ? {} : { range },
    former: record,
    file: fileNameOf(answer),
    storedForm: recordedValues.value,
  })
  return entry?.after ?? {}
}

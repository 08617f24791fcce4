import type { OperationAnswer } from '@/lib/client/client'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { instantAfter, refusalWait } from '@/lib/domain/back-off'
import { parseDay, readInstant } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import type { CallService } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { saveListedReports, type ListedReport } from './statements/known-reports'
import {
  findReportReading,
  removeFutureReadings,
  recordWatch,
  lockReportReading,
  updateReportReading,
} from './statements/report-readings'

/** The account whose index is read, and the means to read it. */
export type ReportReader = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly callService: CallService
  readonly accountId: string
}

const HOUR_MS = 3_600_000
/** Readings are hourly; this allows for one failure and a slow restart. */
const UNBROKEN_MS = 3 * HOUR_MS
/** Longer than any wait and than the difference between two machines' clocks. */
const AHEAD_MS = 2 * HOUR_MS

/** Stored instants after this one come from a clock that was fast. */
export const latestPlausible = (now: Date): string => new Date(now.getTime() + AHEAD_MS).toISOString()

/**
 * Reads the service's list and stores it. Any number of processes may do so at once; a refusal is recorded and not
 * thrown. The service is not called again before its retry time.
 */
export async function readReportIndex(reader: ReportReader): Promise<void> {
  const { storage, clock, accountId, callService } = reader
  // Taken before the request: the content of the answer is at least this recent.
  const now = clock()
  const reading = await findReportReading(storage.db, accountId)
  if (reading?.retry_at && reading.retry_at > now.toISOString() && reading.retry_at <= latestPlausible(now)) return
  try {
    await saveIndex(reader, now, await callService('reports.dailyIndex', { query: {} }))
  } catch (error) {
    if (!isApiError(error)) throw error
    await recordRefusal(reader, now, error)
  }
}

function saveIndex(
  { storage, accountId }: ReportReader,
  now: Date,
  answer: OperationAnswer<'reports.dailyIndex'>,
): Promise<void> {
  const at = now.toISOString()
  const reports = answer.map(toListedReport).filter((report) => report !== undefined)
  // A statement must not change a row twice, and concurrent readers must change rows in the same order.
  const uniqueReports = [...new Map(reports.map((report) => [report.report_id, report])).values()]
  const ordered = uniqueReports.toSorted((a, b) => compareValues(a.report_id, b.report_id))
  return inAccounts(storage, [accountId], async (db) => {
    const { read_at } = await lockReportReading(db, accountId)
    const isAhead = read_at !== null && read_at > latestPlausible(now)
    if (isAhead) await removeFutureReadings(db, accountId, at)
    const readAt = isAhead ? null : read_at
    await saveListedReports(db, { accountId, at }, ordered)
    await recordWatch(db, accountId, { at, unbrokenSince: new Date(now.getTime() - UNBROKEN_MS).toISOString() })
    const isNewer = readAt === null || readAt < at
    if (isNewer) await updateReportReading(db, accountId, { read_at: at, failed_at: null, retry_at: null, code: null })
  })
}

/** Undefined for an entry without a valid day. */
function toListedReport(listed: OperationAnswer<'reports.dailyIndex'>[number]): ListedReport | undefined {
  const day = parseDay(listed.report_date ?? '')
  if (day === null || !listed.source || !listed.format) return undefined
  return {
    report_id: listed.id,
    report_date: day,
    source: listed.source,
    format: listed.format,
    row_count: countOf(listed.row_count),
    size_bytes: countOf(listed.size_bytes),
    generated_at: instantOf(listed.generated_at),
    expires_at: instantOf(listed.expires_at),
  }
}

const countOf = (value: number | null | undefined): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null

/** Normalises instants to the stored format, in which they sort as text. */
function instantOf(value: string | null | undefined): string | null {
  const ms = readInstant(value)
  return ms === undefined ? null : new Date(ms).toISOString()
}

async function recordRefusal({ storage, accountId }: ReportReader, now: Date, error: ApiError): Promise<void> {
  const at = now.toISOString()
  const retryAt = instantAfter(now, refusalWait(error))
  await inAccounts(storage, [accountId], async (db) => {
    const reading = await lockReportReading(db, accountId)
    // Another process has stored a newer answer in between.
    if (reading.read_at !== null && reading.read_at >= at && reading.read_at <= latestPlausible(now)) return
    const failedAt = reading.failed_at ?? at
    await updateReportReading(db, accountId, { failed_at: failedAt, retry_at: retryAt, code: error.code })
  })
}

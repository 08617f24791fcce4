import { setImmediate } from 'node:timers/promises'

import { personalDataRoles } from '@/lib/contract/operation'
import { isApiError } from '@/lib/domain/api-error'
import { searchWords } from '@/lib/domain/fold'
import { recordActionOnly } from '@/lib/features/audit/audit'
import type { DownloadPurpose } from '@/lib/features/report-downloads/contract'
import { requirePurpose } from '@/lib/features/report-downloads/purpose'
import { BrokenReport } from '@/lib/features/reports/report-reader'
import { HttpError } from '@/lib/http/errors'
import { seesPersonalData } from '@/lib/http/mask-personal'
import type { CallService, PanelContext } from '@/lib/panel/context'

import type { PreviewedReport, PreviewEnd } from './contract'
import { type ReportRows, openRows } from './read-rows'
import { UnreadableReport } from './row-cutter'
import { createPlaceSealer, type RowPlace } from './row-place'

/** After a restart, or in another process, the same session may get a second entry, but none is ever missing. */
const MAX_RECORDED = 10_000
const recorded = new Map<string, Promise<void>>()

/**
 * The purpose for which the names of persons are shown; undefined if they are not requested. Throws 403 for a role that
 * need not see them, and 409 `purpose_required` for a session without a purpose.
 */
export async function namesPurpose(
  context: PanelContext,
  { persons }: { readonly persons?: 'shown' | undefined },
): Promise<DownloadPurpose | undefined> {
  if (persons === undefined) return undefined
  const { user, sessionId, account, storage, now } = context
  if (!seesPersonalData(user.role))
    throw new HttpError('role_required', 'Your role may not see names of persons here', {
      extra: { roles: personalDataRoles },
    })
  return requirePurpose(storage.db, { sessionId, accountId: account.id }, now)
}

/**
 * Records once per session and report that a report about persons was viewed, and once that their names were shown; a
 * report of unknown source counts as one. Rejects if the entry cannot be written: then the report is not shown.
 */
function recordPreview(
  context: PanelContext,
  { id: reportId, purpose }: Pick<OpenPreviewInput, 'id' | 'purpose'>,
  report: PreviewedReport,
): Promise<void> {
  if (report.source === 'msig' || report.source === 'krs_changes') return Promise.resolve()
  const key = `${context.sessionId} ${reportId} ${purpose === undefined ? '' : 'names'}`
  const earlierEntry = recorded.get(key)
  if (earlierEntry !== undefined) return earlierEntry
  const { source, format, report_date, date_from, date_to } = report
  const knownFields = Object.entries({ source, format, report_date, date_from, date_to }).filter(
    ([, value]) => value !== null,
  )
  const entry = recordActionOnly(context, {
    action: 'reports.preview',
    target: reportId,
    after: {
      ...Object.fromEntries(knownFields),
      ...(purpose !== undefined && { with_names: true, purpose: purpose.purpose }),
      ...(purpose !== undefined && purpose.note !== '' && { reason: purpose.note }),
    },
  })
  const [oldest] = recorded.keys()
  if (recorded.size >= MAX_RECORDED && oldest !== undefined) recorded.delete(oldest)
  recorded.set(key, entry)
  entry.catch(() => recorded.delete(key))
  return entry
}

/** The fields of a report in the index; a remote service may omit any of them. */
type IndexFields = { readonly [Field in keyof PreviewedReport]?: string | number | null | undefined }

/** The index entry of a daily or ordered report; undefined if the index does not list it. */
async function findInIndex(callService: CallService, id: string): Promise<IndexFields | undefined> {
  const ordered = await callService('reports.get', { params: { job_id: id } }).catch(undefinedIfRefused)
  if (ordered !== undefined) return ordered
  const daily = await callService('reports.dailyIndex', { query: {} }).catch(undefinedIfRefused)
  return daily?.find((each) => each.id === id)
}

/** A missing index entry proves nothing, so the file itself is requested. */
function undefinedIfRefused(error: unknown): undefined {
  if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return undefined
  throw error
}

const textIn = (value: IndexFields['source']): string | null => (typeof value === 'string' ? value : null)
const countIn = (value: IndexFields['source']): number | null => (typeof value === 'number' ? value : null)
const formatIn = (value: IndexFields['source']): PreviewedReport['format'] | undefined =>
  value === 'csv' || value === 'json' ? value : undefined

const toPreviewed = (fields: IndexFields = {}, format: PreviewedReport['format'] = 'json'): PreviewedReport => ({
  source: textIn(fields.source),
  format,
  row_count: countIn(fields.row_count),
  size_bytes: countIn(fields.size_bytes),
  report_date: textIn(fields.report_date),
  date_from: textIn(fields.date_from),
  date_to: textIn(fields.date_to),
  expires_at: textIn(fields.expires_at),
})

export type OpenPreview = {
  readonly report: PreviewedReport
  /** Absent if the file failed before its first row; the reason is reported instead. */
  readonly opened: ReportRows | undefined
  readonly brokenReason: PreviewEnd['reason']
}

type OpenPreviewInput = {
  readonly id: string
  readonly place: RowPlace | undefined
  /** Set if the names of persons are shown. */
  readonly purpose: DownloadPurpose | undefined
  readonly signal: AbortSignal
}

/**
 * Opens a report whose rows the caller may see masked, and records it in the audit log if it is about persons. Throws
 * the service's `ApiError`: 404, 409 while it is not ready, 410 `report_expired`.
 */
export async function openPreview(
  context: PanelContext,
  { id, place, purpose, signal }: OpenPreviewInput,
): Promise<OpenPreview> {
  const fields = await findInIndex(context.callService, id)
  const rows = { fetchService: context.fetchService, id, format: formatIn(fields?.format), place, signal }
  try {
    const { format, ...opened } = await openRows(rows)
    const report = toPreviewed(fields, format)
    try {
      await recordPreview(context, { id, purpose }, report)
    } catch (error) {
      await opened.rows.return(undefined)
      throw error
    }
    return { report, opened, brokenReason: null }
  } catch (error) {
    const reason = breakReason(error)
    if (reason === undefined || isApiError(error)) throw error
    return { report: toPreviewed(fields, formatIn(fields?.format)), opened: undefined, brokenReason: reason }
  }
}

/** A code for why reading failed; undefined for an internal error. */
export function breakReason(error: unknown): string | undefined {
  if (error instanceof BrokenReport || error instanceof UnreadableReport) return error.reason
  return isApiError(error) ? error.code : undefined
}

/**
 * Throws 410 `gone` for a position that was not issued to this account for this report, or was sealed with another
 * secret; an error of the service about the report takes precedence.
 */
export async function openSealedPlace(
  context: PanelContext,
  id: string,
  token: string | undefined,
): Promise<RowPlace | undefined> {
  if (token === undefined) return undefined
  const place = createPlaceSealer(context, id).open(token)
  if (place !== undefined) return place
  const { opened } = await openPreview(context, {
    id,
    place: undefined,
    purpose: undefined,
    signal: context.request.signal,
  })
  await opened?.rows.return(undefined)
  throw new HttpError('gone', 'This position belongs to another preview; open the report again')
}

/** A text without any word is not a search. */
export const wordsOf = (search: string | undefined): readonly string[] => searchWords(search ?? '')

/** Yields to the event loop after a preview has worked for a while. */
export function createPace(workMs = 12): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < workMs) return
    await setImmediate()
    since = performance.now()
  }
}

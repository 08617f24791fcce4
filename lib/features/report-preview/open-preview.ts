import { setImmediate } from 'node:timers/promises'

import { isApiError } from '@/lib/domain/api-error'
import { searchWords } from '@/lib/domain/fold'
import { recordChangeAlone } from '@/lib/features/audit/audit'
import { BrokenReport } from '@/lib/features/reports/report-reader'
import { HttpError } from '@/lib/http/errors'
import type { AskService, PanelContext } from '@/lib/panel/context'

import type { PreviewedReport, PreviewEnd } from './contract'
import { type OpenedRows, openRows } from './read-rows'
import { CutShort } from './row-cutter'
import { placesOf, type RowPlace } from './row-place'

/** After a restart, or in another process, the same session may get another entry: none is missing. */
const MAX_NOTED = 10_000
const noted = new Map<string, Promise<void>>()

/**
 * Enters once for each session and report that somebody looked at a report of persons; one whose source nobody knows is taken for
 * one. Rejects when it cannot be entered: then nothing is shown.
 */
function recordPreview(context: PanelContext, reportId: string, report: PreviewedReport): Promise<void> {
  if (report.source === 'msig' || report.source === 'krs_changes') return Promise.resolve()
  const key = `${context.sessionId} ${reportId}`
  const known = noted.get(key)
  if (known !== undefined) return known
  const { source, format, report_date, date_from, date_to } = report
  const said = Object.entries({ source, format, report_date, date_from, date_to }).filter(([, value]) => value !== null)
  const entry = recordChangeAlone(context, {
    action: 'reports.preview',
    target: reportId,
    after: Object.fromEntries(said),
  })
  const [oldest] = noted.keys()
  if (noted.size >= MAX_NOTED && oldest !== undefined) noted.delete(oldest)
  noted.set(key, entry)
  entry.catch(() => noted.delete(key))
  return entry
}

/** What a service may say of a report; a remote one leaves out what it likes. */
type Said = { readonly [Field in keyof PreviewedReport]?: string | number | null | undefined }

/** What the index says of a report, a daily or an ordered one; undefined where it says nothing. */
async function findInIndex(ask: AskService, id: string): Promise<Said | undefined> {
  const ordered = await ask('reports.get', { params: { job_id: id } }).catch(refusedAsNothing)
  if (ordered !== undefined) return ordered
  const daily = await ask('reports.dailyIndex', { query: {} }).catch(refusedAsNothing)
  return daily?.find((each) => each.id === id)
}

/** That it is not in a list says nothing yet: the file itself is asked for. */
function refusedAsNothing(error: unknown): undefined {
  if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return undefined
  throw error
}

const textIn = (value: Said['source']): string | null => (typeof value === 'string' ? value : null)
const countIn = (value: Said['source']): number | null => (typeof value === 'number' ? value : null)
const formatIn = (value: Said['source']): PreviewedReport['format'] | undefined =>
  value === 'csv' || value === 'json' ? value : undefined

const toPreviewed = (said: Said = {}, format: PreviewedReport['format'] = 'json'): PreviewedReport => ({
  source: textIn(said.source),
  format,
  row_count: countIn(said.row_count),
  size_bytes: countIn(said.size_bytes),
  report_date: textIn(said.report_date),
  date_from: textIn(said.date_from),
  date_to: textIn(said.date_to),
  expires_at: textIn(said.expires_at),
})

export type OpenPreview = {
  readonly report: PreviewedReport
  /** Absent when the file broke before its first row: the reason is said in its place. */
  readonly opened: OpenedRows | undefined
  readonly broken: PreviewEnd['reason']
}

type Opening = { readonly id: string; readonly place: RowPlace | undefined; readonly signal: AbortSignal }

/**
 * Opens a report for whoever may see its rows masked, and enters that in the audit log where it is of persons. Throws `ApiError` as the
 * service refuses it: 404, 409 while it is not ready, 410 `report_expired`.
 */
export async function openPreview(context: PanelContext, { id, place, signal }: Opening): Promise<OpenPreview> {
  const said = await findInIndex(context.ask, id)
  const rows = { fetchService: context.fetchService, id, format: formatIn(said?.format), place, signal }
  try {
    const { format, ...opened } = await openRows(rows)
    const report = toPreviewed(said, format)
    try {
      await recordPreview(context, id, report)
    } catch (error) {
      await opened.rows.return(undefined)
      throw error
    }
    return { report, opened, broken: null }
  } catch (error) {
    const reason = breakReason(error)
    if (reason === undefined || isApiError(error)) throw error
    return { report: toPreviewed(said, formatIn(said?.format)), opened: undefined, broken: reason }
  }
}

/** Why reading broke off, in a word; undefined for a failure of our own. */
export function breakReason(error: unknown): string | undefined {
  if (error instanceof BrokenReport || error instanceof CutShort) return error.reason
  return isApiError(error) ? error.code : undefined
}

/**
 * Throws 410 `gone` for a place that this account was not given for this report, or under another secret of the panel; what the
 * service says of the report itself comes first.
 */
export async function openSealedPlace(
  context: PanelContext,
  id: string,
  token: string | undefined,
): Promise<RowPlace | undefined> {
  if (token === undefined) return undefined
  const place = placesOf(context, id).open(token)
  if (place !== undefined) return place
  const { opened } = await openPreview(context, { id, place: undefined, signal: context.request.signal })
  await opened?.rows.return(undefined)
  throw new HttpError('gone', 'This place is of another preview; open the report again')
}

/** A text without a word in it is no search. */
export const wordsOf = (search: string | undefined): readonly string[] => searchWords(search ?? '')

/** Lets the process answer others when a preview has worked for a while. */
export function createPace(workMs = 12): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < workMs) return
    await setImmediate()
    since = performance.now()
  }
}

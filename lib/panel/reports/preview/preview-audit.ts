import type { PreviewedReport } from '@/lib/contract/panel/report-preview'

import { recordAudit, toAuditEvent } from '../../audit/audit'
import type { PanelContext } from '../../context'

/** After a restart, or in another process, the same session may get another entry: none is missing. */
const MAX_NOTED = 10_000
const noted = new Map<string, Promise<void>>()

/**
 * Enters once for each session and report that somebody looked at a report of persons; one whose source nobody knows is taken for
 * one. Rejects when it cannot be entered: then nothing is shown.
 */
export function recordPreview(context: PanelContext, reportId: string, report: PreviewedReport): Promise<void> {
  if (report.source === 'msig' || report.source === 'krs_changes') return Promise.resolve()
  const key = `${context.sessionId} ${reportId}`
  const known = noted.get(key)
  if (known !== undefined) return known
  const { source, format, report_date, date_from, date_to } = report
  const said = Object.entries({ source, format, report_date, date_from, date_to }).filter(([, value]) => value !== null)
  const event = toAuditEvent(context, { action: 'reports.preview', target: reportId, after: Object.fromEntries(said) })
  const entry = recordAudit(context.storage, event)
  const [oldest] = noted.keys()
  if (noted.size >= MAX_NOTED && oldest !== undefined) noted.delete(oldest)
  noted.set(key, entry)
  entry.catch(() => noted.delete(key))
  return entry
}

import { recordAuditAlone } from '@/lib/features/audit/audit'
import type { ReportDownloadTable } from '@/lib/features/reports/tables'
import type { PanelJob } from '@/lib/panel/job'

import { listUnloggedDownloads, REPORTS_ZIP } from './statements'

/** After this time without progress, no client continues a download automatically. */
const QUIET_MS = 60_000
const LOOK_BACK_MS = 48 * 3_600_000
const PAGE = 200

/**
 * Writes an audit entry for each interrupted download, including those of a process that ended; the row shows how much
 * was sent.
 */
export const reportDownloadsJob: PanelJob = {
  name: 'report-downloads',
  everyMs: 30_000,
  run: async ({ storage, clock }) => {
    const now = clock()
    const from = new Date(now.getTime() - LOOK_BACK_MS).toISOString()
    const until = new Date(now.getTime() - QUIET_MS).toISOString()
    const unlogged = await listUnloggedDownloads(storage.db, { from, until, limit: PAGE })
    for (const row of unlogged) {
      const { account_id: accountId, user_email: actor, report_id: id, id: requestId } = row
      const actionFields =
        id === REPORTS_ZIP
          ? ({ action: 'reports.downloadNew', target: null } as const)
          : ({ action: 'reports.download', target: id } as const)
      await recordAuditAlone(storage, { accountId, actor, ...actionFields, requestId, now, after: detailsOf(row) })
    }
  },
}

function detailsOf({ source, format, report_date, bytes, purpose }: ReportDownloadTable) {
  const [kind = '', ...note] = (purpose ?? '').split(': ')
  return {
    ...(source !== '' && { source }),
    ...(format !== '' && { format }),
    ...(report_date !== '' && { report_date }),
    bytes,
    outcome: 'broken',
    ...(kind !== '' && { purpose: kind }),
    ...(note.length > 0 && { reason: note.join(': ') }),
  }
}

import { recordAuditAlone } from '@/lib/features/audit/audit'
import type { ReportDownloadTable } from '@/lib/features/reports/tables'
import type { PanelJob } from '@/lib/panel/job'

import { listUntoldDownloads, REPORTS_ZIP } from './statements'

/** After it nobody goes on with a download by itself. */
const QUIET_MS = 60_000
const LOOK_BACK_MS = 48 * 3_600_000
const PAGE = 200

/** An entry of the log for each download that broke off, also in a process that ended: what went out of it is known by its row. */
export const reportDownloadsJob: PanelJob = {
  name: 'report-downloads',
  everyMs: 30_000,
  run: async ({ storage, clock }) => {
    const now = clock()
    const from = new Date(now.getTime() - LOOK_BACK_MS).toISOString()
    const until = new Date(now.getTime() - QUIET_MS).toISOString()
    const untold = await listUntoldDownloads(storage.db, { from, until, limit: PAGE })
    for (const row of untold) {
      const { account_id: accountId, user_email: actor, report_id: id, id: requestId } = row
      const what =
        id === REPORTS_ZIP
          ? ({ action: 'reports.downloadNew', target: null } as const)
          : ({ action: 'reports.download', target: id } as const)
      await recordAuditAlone(storage, { accountId, actor, ...what, requestId, now, after: detailsOf(row) })
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

import { isPersonalReport } from '@/lib/domain/events/sources'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'

import { answerZip, zipLinkOf } from './answer-zip'
import type { ReportDownload } from './contract'
import { makeDownloadLink } from './download-link'
import { findNewReports, type NewReports } from './new-reports'
import { savePurpose, type PurposeScope, readPurpose, requirePurpose } from './purpose'
import { endReasonOf, isRunning } from './running-downloads'
import { findReportDownload } from './statements'

/**
 * Other processes record the progress of their downloads every two seconds; after this silence a download counts as
 * ended.
 */
const SILENT_MS = 8000

const purposeOf = ({ sessionId, account }: PanelContext): PurposeScope => ({ sessionId, accountId: account.id })
const isPersonal = ({ planned }: NewReports): boolean => planned.some(({ source }) => isPersonalReport(source))

export const reportDownloadHandlers: PanelHandlersOf<'reportDownloads'> = {
  'reportDownloads.purpose': async (_input, context) => ({
    given: await readPurpose(context.storage.db, purposeOf(context), context.now),
  }),
  'reportDownloads.givePurpose': async ({ body }, context) => {
    const answer = { ...purposeOf(context), userId: context.user.id, given: body, now: context.now }
    return { given: await savePurpose(context.storage.db, answer) }
  },
  'reportDownloads.get': async ({ params: { id } }, context) => {
    const { storage, account, user } = context
    const row = await findReportDownload(storage.db, id.toLowerCase())
    if (row?.account_id !== account.id || row.user_id !== user.id) throw new HttpError('not_found', 'No such download')
    const state = stateOf(row, context.now)
    const reason = state === 'broken' ? (endReasonOf(row.id) ?? 'interrupted') : null
    return { id: row.id, report_id: row.report_id, state, bytes: row.bytes, reason, at: row.at }
  },
  'reportDownloads.new': async ({ query }, context) => {
    const found = await findNewReports(context, query)
    const bytes = found.planned.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    const link = makeDownloadLink(context.secrets, zipLinkOf(context))
    return { reports: found.planned.length, bytes, has_personal_data: isPersonal(found), download: link }
  },
  'reportDownloads.zip': async ({ query }, context) => {
    const found = await findNewReports(context, query)
    if (found.planned.length === 0) throw new HttpError('not_found', 'There is nothing new')
    const { storage, now } = context
    const purpose = isPersonal(found) ? await requirePurpose(storage.db, purposeOf(context), now) : null
    return answerZip(context, found, { purpose, ...query })
  },
}

function stateOf(row: { id: string; is_whole: number; at: string }, now: Date): ReportDownload['state'] {
  if (row.is_whole === 1) return 'whole'
  if (isRunning(row.id)) return 'running'
  const isSilent = now.getTime() - Date.parse(row.at) > SILENT_MS
  return isSilent || endReasonOf(row.id) !== undefined ? 'broken' : 'running'
}

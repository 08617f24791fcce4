import { countReportRuns, listReportRuns } from '@/lib/storage/panel/reports/schedule-runs'

import type { PanelHandlersOf } from '../context'
import { readReportSchedules, toReportRun } from './schedule-view'
import { changeReportSchedule, createReportSchedule, removeReportSchedule, requireReportSchedule } from './schedules'

export const reportScheduleHandlers: PanelHandlersOf<'reportSchedules'> = {
  'reportSchedules.list': async (_input, context) => ({
    items: await readReportSchedules(context.storage.db, context),
  }),
  'reportSchedules.create': ({ body }, context) => createReportSchedule(body, context),
  'reportSchedules.update': ({ params, body }, context) => changeReportSchedule(params.id, body, context),
  'reportSchedules.delete': async ({ params }, context) => {
    await removeReportSchedule(params.id, context)
    return undefined
  },
  'reportSchedules.runs': async ({ params, query }, context) => {
    const { db } = context.storage
    const { id } = await requireReportSchedule(db, context, params.id)
    const found = await listReportRuns(db, id, { before: query.cursor, limit: query.limit + 1 })
    const page = found.slice(0, query.limit)
    const next_cursor = found.length > page.length ? (page.at(-1)?.window_to ?? null) : null
    return { items: page.map(toReportRun), total: await countReportRuns(db, id), next_cursor }
  },
}

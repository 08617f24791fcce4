import { recordAudit, toAuditEvent } from '../audit/audit'
import type { PanelHandlersOf } from '../context'

export const filterFileHandlers: PanelHandlersOf<'filters'> = {
  'filters.recordExport': async ({ body }, context) => {
    await recordAudit(context.storage, toAuditEvent(context, { action: 'filters.export', after: body }))
    return undefined
  },
}

import { recordActionOnly } from '@/lib/features/audit/audit'
import type { PanelHandlersOf } from '@/lib/panel/context'

export const filterFileHandlers: PanelHandlersOf<'filters'> = {
  'filters.recordExport': async ({ body }, context) => {
    await recordActionOnly(context, { action: 'filters.export', after: body })
    return undefined
  },
}

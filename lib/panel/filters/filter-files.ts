import { recordChangeAlone } from '../audit/audit'
import type { PanelHandlersOf } from '../context'

export const filterFileHandlers: PanelHandlersOf<'filters'> = {
  'filters.recordExport': async ({ body }, context) => {
    await recordChangeAlone(context, { action: 'filters.export', after: body })
    return undefined
  },
}

import type { PanelOperationName } from '@/lib/contract/panel-table'

import { auditHandlers } from './audit-log'
import { bulkTagHandlers } from './bulk-tags'
import { coverageHandlers } from './certificate/handlers'
import type { PanelHandler } from './context'
import { eventHandlers } from './events'
import { importHandlers } from './imports/handlers'
import { panelMonitorHandlers } from './monitor-stream'
import { packHandlers } from './packs/handlers'
import { personalHandlers } from './personal'
import { retentionHandlers } from './retention'
import { viewHandlers } from './saved-views'
import { spendAlertHandlers } from './spend-alerts'
import { spendCapHandlers } from './spend-cap'

/** One handler per row of the panel's own contract. */
export const panelHandlers: { readonly [N in PanelOperationName]: PanelHandler<N> } = {
  ...auditHandlers,
  ...coverageHandlers,
  ...eventHandlers,
  ...bulkTagHandlers,
  ...importHandlers,
  ...personalHandlers,
  ...retentionHandlers,
  ...panelMonitorHandlers,
  ...viewHandlers,
  ...spendCapHandlers,
  ...spendAlertHandlers,
  ...packHandlers,
}

import type { PanelOperationName } from '@/lib/contract/panel-table'

import { connectionHandlers } from './access/connection'
import { auditHandlers } from './audit/audit-log'
import { retentionHandlers } from './audit/retention'
import { bulkTagHandlers } from './bulk-tags/bulk-tags'
import { bzpAlertHandlers, bzpMatchHandlers } from './bzp/handlers'
import { coverageHandlers } from './certificates/handlers'
import type { PanelHandler } from './context'
import { panelEventHandlers } from './events/events'
import { filterBridgeHandlers } from './filters/bridges'
import { filterFileHandlers } from './filters/filter-files'
import { filterVersionHandlers } from './filters/versions'
import { importHandlers } from './imports/handlers'
import { panelMonitorHandlers } from './monitors/monitor-stream'
import { viewHandlers } from './monitors/saved-views'
import { packHandlers } from './packs/handlers'
import { accountSettingsHandlers } from './people/account-settings'
import { memberHandlers } from './people/member-handlers'
import { profileHandlers, sessionHandlers } from './people/profile'
import { personalHandlers } from './personal/personal'
import { passkeyHandlers, secondFactorHandlers } from './second-factor/own-factors'
import { proofHandlers } from './second-factor/proofs'
import { spendAlertHandlers } from './spend/spend-alerts'
import { spendCapHandlers } from './spend/spend-cap'

/** One handler per row of the panel's own contract. */
export const panelHandlers: { readonly [N in PanelOperationName]: PanelHandler<N> } = {
  ...auditHandlers,
  ...connectionHandlers,
  ...coverageHandlers,
  ...panelEventHandlers,
  ...bulkTagHandlers,
  ...bzpAlertHandlers,
  ...bzpMatchHandlers,
  ...filterBridgeHandlers,
  ...filterFileHandlers,
  ...filterVersionHandlers,
  ...importHandlers,
  ...personalHandlers,
  ...retentionHandlers,
  ...panelMonitorHandlers,
  ...viewHandlers,
  ...spendCapHandlers,
  ...spendAlertHandlers,
  ...packHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...proofHandlers,
  ...memberHandlers,
  ...profileHandlers,
  ...sessionHandlers,
  ...accountSettingsHandlers,
}

import type { PanelOperationName } from '@/lib/contract/panel-table'

import { connectionHandlers } from './access/connection'
import { archiveHandlers } from './archive/handlers'
import { auditHandlers } from './audit/audit-log'
import { retentionHandlers } from './audit/retention'
import { bulkTagHandlers } from './bulk-tags/bulk-tags'
import { bzpAlertHandlers, bzpMatchHandlers } from './bzp/handlers'
import { coverageHandlers } from './certificates/handlers'
import type { PanelHandler } from './context'
import { channelHandlers } from './delivery/channel-handlers'
import { deliveryHandlers } from './delivery/delivery-handlers'
import { panelEventHandlers } from './events/events'
import { feedHandlers } from './feeds/feeds'
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
import { reportDownloadHandlers } from './reports/downloads/handlers'
import { reportDayHandlers } from './reports/handlers'
import { reportOrderHandlers } from './reports/orders'
import { reportPreviewHandlers } from './reports/preview/handlers'
import { reportScheduleHandlers } from './reports/schedule-handlers'
import { ruleHandlers } from './rules/handlers'
import { riskRuleHandlers } from './rules/risk/scope'
import { passkeyHandlers, secondFactorHandlers } from './second-factor/own-factors'
import { proofHandlers } from './second-factor/proofs'
import { spendCapHandlers } from './spend/spend-cap'

/** One handler per row of the panel's own contract. */
export const panelHandlers: { readonly [N in PanelOperationName]: PanelHandler<N> } = {
  ...archiveHandlers,
  ...auditHandlers,
  ...connectionHandlers,
  ...coverageHandlers,
  ...channelHandlers,
  ...deliveryHandlers,
  ...panelEventHandlers,
  ...bulkTagHandlers,
  ...bzpAlertHandlers,
  ...bzpMatchHandlers,
  ...feedHandlers,
  ...filterBridgeHandlers,
  ...filterFileHandlers,
  ...filterVersionHandlers,
  ...importHandlers,
  ...personalHandlers,
  ...reportDayHandlers,
  ...reportPreviewHandlers,
  ...reportOrderHandlers,
  ...reportScheduleHandlers,
  ...reportDownloadHandlers,
  ...retentionHandlers,
  ...ruleHandlers,
  ...riskRuleHandlers,
  ...panelMonitorHandlers,
  ...viewHandlers,
  ...spendCapHandlers,
  ...packHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...proofHandlers,
  ...memberHandlers,
  ...profileHandlers,
  ...sessionHandlers,
  ...accountSettingsHandlers,
}

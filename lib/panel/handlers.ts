import type { PanelOperationName } from '@/lib/contract/panel-table'

import { connectionHandlers } from './access/connection'
import { archiveHandlers } from './archive/handlers'
import { auditHandlers } from './audit/audit-log'
import { retentionHandlers } from './audit/retention'
import { bulkTagHandlers } from './bulk-tags/bulk-tags'
import { bzpAlertHandlers, bzpMatchHandlers } from './bzp/handlers'
import { coverageHandlers } from './certificates/handlers'
import { companyHandlers } from './companies/handlers'
import { consoleCallHandlers } from './console/handlers'
import type { PanelHandler } from './context'
import { channelHandlers } from './delivery/channel-handlers'
import { deliveryHandlers } from './delivery/delivery-handlers'
import { panelEventHandlers } from './events/events'
import { evidenceFileHandlers } from './evidence-file/handlers'
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
import { registerListHandlers } from './registers/handlers'
import { reportDownloadHandlers } from './reports/downloads/handlers'
import { reportDayHandlers, reportOrderHandlers } from './reports/handlers'
import { reportPreviewHandlers } from './reports/preview/handlers'
import { reportScheduleHandlers } from './reports/schedules'
import { ruleHandlers } from './rules/handlers'
import { riskRuleHandlers } from './rules/risk/scope'
import { sampleHandlers } from './sample/handlers'
import { passkeyHandlers, secondFactorHandlers } from './second-factor/own-factors'
import { proofHandlers } from './second-factor/proofs'
import { spendCapHandlers } from './spend/spend-cap'
import { statementHandlers } from './statements/handlers'
import { whiteListRunHandlers } from './white-list/run-handlers'
import { whiteListScheduleHandlers } from './white-list/schedule-handlers'

/** One handler per row of the panel's own contract. */
export const panelHandlers: { readonly [N in PanelOperationName]: PanelHandler<N> } = {
  ...archiveHandlers,
  ...auditHandlers,
  ...companyHandlers,
  ...evidenceFileHandlers,
  ...connectionHandlers,
  ...consoleCallHandlers,
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
  ...registerListHandlers,
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
  ...whiteListRunHandlers,
  ...whiteListScheduleHandlers,
  ...spendCapHandlers,
  ...statementHandlers,
  ...packHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...proofHandlers,
  ...memberHandlers,
  ...profileHandlers,
  ...sessionHandlers,
  ...accountSettingsHandlers,
  ...sampleHandlers,
}

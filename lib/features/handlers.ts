import type { PanelHandler } from '@/lib/panel/context'

import { accountSettingsHandlers } from './account-settings/handlers'
import { archiveHandlers } from './archive/handlers'
import { attentionHandlers } from './attention/handlers'
import { auditHandlers } from './audit/handlers'
import { bulkTagHandlers } from './bulk-tags/handlers'
import { bzpAlertHandlers, bzpMatchHandlers } from './bzp/handlers'
import { callHandlers } from './calls/handlers'
import { coverageHandlers } from './certificates/handlers'
import { channelHandlers } from './channels/handlers'
import { companyHandlers } from './companies/handlers'
import { consoleCallHandlers } from './console/handlers'
import type { PanelOperationName } from './contract'
import { deliveryHandlers } from './deliveries/handlers'
import { panelEventHandlers } from './events/handlers'
import { evidenceFileHandlers } from './evidence-files/handlers'
import { feedHandlers } from './feeds/handlers'
import { filterBridgeHandlers } from './filters/bridge-handlers'
import { filterFileHandlers } from './filters/file-handlers'
import { filterVersionHandlers } from './filters/version-handlers'
import { firstStepHandlers } from './first-steps/handlers'
import { importHandlers } from './imports/handlers'
import { connectionHandlers } from './keys/handlers'
import { memberHandlers } from './members/handlers'
import { panelMonitorHandlers } from './monitors/handlers'
import { packHandlers } from './packs/handlers'
import { personalHandlers } from './personal-data/handlers'
import { profileHandlers, sessionHandlers } from './profile/handlers'
import { registerListHandlers } from './registers/handlers'
import { reportDownloadHandlers } from './report-downloads/handlers'
import { reportPreviewHandlers } from './report-preview/handlers'
import { reportScheduleHandlers } from './report-schedules/handlers'
import { reportDayHandlers, reportOrderHandlers } from './reports/handlers'
import { retentionHandlers } from './retention/handlers'
import { ruleHandlers } from './rules/handlers'
import { riskRuleHandlers } from './rules/risk/scope'
import { sampleHandlers } from './sample/handlers'
import { passkeyHandlers, secondFactorHandlers } from './security/handlers'
import { proofHandlers } from './security/proof-handlers'
import { spendCapHandlers } from './spend-cap/handlers'
import { statementHandlers } from './statements/handlers'
import { viewHandlers } from './views/handlers'
import { whiteListRunHandlers } from './white-list/run-handlers'
import { whiteListScheduleHandlers } from './white-list/schedule-handlers'

export const panelHandlers: { readonly [N in PanelOperationName]: PanelHandler<N> } = {
  ...archiveHandlers,
  ...attentionHandlers,
  ...auditHandlers,
  ...companyHandlers,
  ...evidenceFileHandlers,
  ...connectionHandlers,
  ...callHandlers,
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
  ...firstStepHandlers,
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

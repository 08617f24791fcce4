import { accountSettingsHandlers } from '@/lib/features/account-settings/handlers'
import { archiveHandlers } from '@/lib/features/archive/handlers'
import { auditHandlers } from '@/lib/features/audit/handlers'
import { bulkTagHandlers } from '@/lib/features/bulk-tags/handlers'
import { bzpAlertHandlers, bzpMatchHandlers } from '@/lib/features/bzp/handlers'
import { coverageHandlers } from '@/lib/features/certificates/handlers'
import { channelHandlers } from '@/lib/features/channels/handlers'
import { companyHandlers } from '@/lib/features/companies/handlers'
import { consoleCallHandlers } from '@/lib/features/console/handlers'
import type { PanelOperationName } from '@/lib/features/contract'
import { deliveryHandlers } from '@/lib/features/deliveries/handlers'
import { panelEventHandlers } from '@/lib/features/events/handlers'
import { evidenceFileHandlers } from '@/lib/features/evidence-files/handlers'
import { feedHandlers } from '@/lib/features/feeds/handlers'
import { filterBridgeHandlers } from '@/lib/features/filters/bridge-handlers'
import { filterFileHandlers } from '@/lib/features/filters/file-handlers'
import { filterVersionHandlers } from '@/lib/features/filters/version-handlers'
import { importHandlers } from '@/lib/features/imports/handlers'
import { connectionHandlers } from '@/lib/features/keys/handlers'
import { memberHandlers } from '@/lib/features/members/handlers'
import { panelMonitorHandlers } from '@/lib/features/monitors/handlers'
import { packHandlers } from '@/lib/features/packs/handlers'
import { personalHandlers } from '@/lib/features/personal-data/handlers'
import { profileHandlers, sessionHandlers } from '@/lib/features/profile/handlers'
import { registerListHandlers } from '@/lib/features/registers/handlers'
import { reportDownloadHandlers } from '@/lib/features/report-downloads/handlers'
import { reportPreviewHandlers } from '@/lib/features/report-preview/handlers'
import { reportScheduleHandlers } from '@/lib/features/report-schedules/handlers'
import { reportDayHandlers, reportOrderHandlers } from '@/lib/features/reports/handlers'
import { retentionHandlers } from '@/lib/features/retention/handlers'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { riskRuleHandlers } from '@/lib/features/rules/risk/scope'
import { sampleHandlers } from '@/lib/features/sample/handlers'
import { passkeyHandlers, secondFactorHandlers } from '@/lib/features/security/handlers'
import { proofHandlers } from '@/lib/features/security/proof-handlers'
import { spendCapHandlers } from '@/lib/features/spend-cap/handlers'
import { statementHandlers } from '@/lib/features/statements/handlers'
import { viewHandlers } from '@/lib/features/views/handlers'
import { whiteListRunHandlers } from '@/lib/features/white-list/run-handlers'
import { whiteListScheduleHandlers } from '@/lib/features/white-list/schedule-handlers'
import type { PanelHandler } from '@/lib/panel/context'

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

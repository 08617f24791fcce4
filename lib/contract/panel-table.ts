import type { InputOf, ParsedOf } from './operation'
import { accountSettingsOperations } from './panel/account-settings'
import { archiveOperations } from './panel/archive'
import { auditOperations } from './panel/audit'
import { bulkTagOperations } from './panel/bulk-tags'
import { bzpAlertOperations } from './panel/bzp-alert-operations'
import { channelOperations } from './panel/channels'
import { connectionOperations } from './panel/connection'
import { coverageOperations } from './panel/coverage'
import { deliveryOperations } from './panel/deliveries'
import { panelEventOperations } from './panel/events'
import { feedOperations } from './panel/feeds'
import { filterBridgeOperations } from './panel/filter-bridges'
import { filterFileOperations } from './panel/filter-files'
import { filterVersionOperations } from './panel/filter-versions'
import { importOperations } from './panel/imports'
import { memberOperations } from './panel/members'
import { panelMonitorOperations } from './panel/monitors'
import type { PanelOperation } from './panel/operation'
import { packOperations } from './panel/packs'
import { passwordResetOperations } from './panel/password-resets'
import { personalOperations } from './panel/personal'
import { profileOperations } from './panel/profile'
import { proofOperations } from './panel/proof'
import { companyOperations } from './panel/registers/companies'
import { consoleCallOperations } from './panel/registers/console-calls'
import { evidenceFileOperations } from './panel/registers/evidence-files'
import { registerListOperations } from './panel/registers/registers'
import { statementOperations } from './panel/registers/statements'
import { whiteListRunOperations } from './panel/registers/white-list-runs'
import { whiteListScheduleOperations } from './panel/registers/white-list-schedules'
import { reportDayOperations } from './panel/report-days'
import { reportDownloadOperations } from './panel/report-downloads'
import { reportPreviewOperations } from './panel/report-preview'
import { reportScheduleOperations } from './panel/report-schedules'
import { retentionOperations } from './panel/retention'
import { riskRuleOperations } from './panel/risk-rules'
import { ruleOperations } from './panel/rules'
import { sampleOperations } from './panel/sample'
import { secondFactorOperations } from './panel/second-factor'
import { spendCapOperations } from './panel/spend-cap'
import { viewOperations } from './panel/views'

/** Everything the panel itself offers its pages, beside the service's `/v1` (`table.ts`). Served under /api/panel. */
export const panelContract = {
  ...archiveOperations,
  ...auditOperations,
  ...companyOperations,
  ...connectionOperations,
  ...consoleCallOperations,
  ...coverageOperations,
  ...evidenceFileOperations,
  ...feedOperations,
  ...channelOperations,
  ...deliveryOperations,
  ...panelEventOperations,
  ...bulkTagOperations,
  ...bzpAlertOperations,
  ...filterBridgeOperations,
  ...filterFileOperations,
  ...filterVersionOperations,
  ...importOperations,
  ...passwordResetOperations,
  ...personalOperations,
  ...registerListOperations,
  ...reportDayOperations,
  ...reportPreviewOperations,
  ...reportScheduleOperations,
  ...reportDownloadOperations,
  ...retentionOperations,
  ...ruleOperations,
  ...riskRuleOperations,
  ...panelMonitorOperations,
  ...viewOperations,
  ...whiteListRunOperations,
  ...whiteListScheduleOperations,
  ...spendCapOperations,
  ...statementOperations,
  ...packOperations,
  ...secondFactorOperations,
  ...proofOperations,
  ...memberOperations,
  ...profileOperations,
  ...accountSettingsOperations,
  ...sampleOperations,
} as const satisfies Record<string, PanelOperation>

export type PanelContract = typeof panelContract
export type PanelOperationName = keyof PanelContract
export type PanelInput<N extends PanelOperationName> = InputOf<PanelContract[N]>
export type PanelParsed<N extends PanelOperationName> = ParsedOf<PanelContract[N]>
export type PanelOutput<N extends PanelOperationName> = PanelContract[N]['response']['_output']
export type PanelQueryName = {
  [N in PanelOperationName]: PanelContract[N] extends { execution: 'writes' } ? never : N
}[PanelOperationName]
export type PanelMutationName = Exclude<PanelOperationName, PanelQueryName>

export const panelOperationNames = Object.keys(panelContract).filter(
  (name): name is PanelOperationName => name in panelContract,
)
export const panelOperationOf = (name: PanelOperationName): PanelOperation => panelContract[name]

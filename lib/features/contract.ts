import type { InputOf, ParsedOf } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'
import { accountSettingsOperations } from '@/lib/features/account-settings/contract'
import { archiveOperations } from '@/lib/features/archive/contract'
import { auditOperations } from '@/lib/features/audit/contract'
import { passwordResetOperations } from '@/lib/features/auth/contract'
import { bulkTagOperations } from '@/lib/features/bulk-tags/contract'
import { bzpAlertOperations } from '@/lib/features/bzp/contract/operations'
import { coverageOperations } from '@/lib/features/certificates/contract'
import { channelOperations } from '@/lib/features/channels/contract'
import { companyOperations } from '@/lib/features/companies/contract'
import { consoleCallOperations } from '@/lib/features/console/contract'
import { deliveryOperations } from '@/lib/features/deliveries/contract'
import { panelEventOperations } from '@/lib/features/events/contract'
import { evidenceFileOperations } from '@/lib/features/evidence-files/contract'
import { feedOperations } from '@/lib/features/feeds/contract'
import { filterBridgeOperations } from '@/lib/features/filters/contract/bridges'
import { filterFileOperations } from '@/lib/features/filters/contract/files'
import { filterVersionOperations } from '@/lib/features/filters/contract/versions'
import { importOperations } from '@/lib/features/imports/contract'
import { connectionOperations } from '@/lib/features/keys/contract'
import { memberOperations } from '@/lib/features/members/contract'
import { panelMonitorOperations } from '@/lib/features/monitors/contract/monitors'
import { packOperations } from '@/lib/features/packs/contract'
import { personalOperations } from '@/lib/features/personal-data/contract'
import { profileOperations } from '@/lib/features/profile/contract'
import { registerListOperations } from '@/lib/features/registers/contract'
import { reportDownloadOperations } from '@/lib/features/report-downloads/contract'
import { reportPreviewOperations } from '@/lib/features/report-preview/contract'
import { reportScheduleOperations } from '@/lib/features/report-schedules/contract'
import { reportDayOperations } from '@/lib/features/reports/contract'
import { retentionOperations } from '@/lib/features/retention/contract'
import { riskRuleOperations } from '@/lib/features/rules/contract/risk'
import { ruleOperations } from '@/lib/features/rules/contract/rules'
import { sampleOperations } from '@/lib/features/sample/contract'
import { proofOperations } from '@/lib/features/security/contract/proof'
import { secondFactorOperations } from '@/lib/features/security/contract/second-factor'
import { spendCapOperations } from '@/lib/features/spend-cap/contract'
import { statementOperations } from '@/lib/features/statements/contract'
import { viewOperations } from '@/lib/features/views/contract'
import { whiteListRunOperations } from '@/lib/features/white-list/contract/runs'
import { whiteListScheduleOperations } from '@/lib/features/white-list/contract/schedules'

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

import type { InputOf, ParsedOf } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'

import { accountSettingsOperations } from './account-settings/contract'
import { archiveOperations } from './archive/contract'
import { attentionOperations } from './attention/contract'
import { auditOperations } from './audit/contract'
import { passwordResetOperations } from './auth/contract'
import { bulkTagOperations } from './bulk-tags/contract'
import { bzpAlertOperations } from './bzp/contract/operations'
import { callOperations } from './calls/contract'
import { coverageOperations } from './certificates/contract'
import { channelOperations } from './channels/contract'
import { companyOperations } from './companies/contract'
import { consoleCallOperations } from './console/contract'
import { deliveryOperations } from './deliveries/contract'
import { panelEventOperations } from './events/contract'
import { evidenceFileOperations } from './evidence-files/contract'
import { feedOperations } from './feeds/contract'
import { filterBridgeOperations } from './filters/contract/bridges'
import { filterFileOperations } from './filters/contract/files'
import { filterVersionOperations } from './filters/contract/versions'
import { firstStepOperations } from './first-steps/contract'
import { importOperations } from './imports/contract'
import { connectionOperations } from './keys/contract'
import { memberOperations } from './members/contract'
import { panelMonitorOperations } from './monitors/contract/monitors'
import { packOperations } from './packs/contract'
import { personalOperations } from './personal-data/contract'
import { profileOperations } from './profile/contract'
import { registerListOperations } from './registers/contract'
import { reportDownloadOperations } from './report-downloads/contract'
import { reportPreviewOperations } from './report-preview/contract'
import { reportScheduleOperations } from './report-schedules/contract'
import { reportDayOperations } from './reports/contract'
import { retentionOperations } from './retention/contract'
import { riskRuleOperations } from './rules/contract/risk'
import { ruleOperations } from './rules/contract/rules'
import { sampleOperations } from './sample/contract'
import { proofOperations } from './security/contract/proof'
import { secondFactorOperations } from './security/contract/second-factor'
import { spendCapOperations } from './spend-cap/contract'
import { statementOperations } from './statements/contract'
import { viewOperations } from './views/contract'
import { whiteListRunOperations } from './white-list/contract/runs'
import { whiteListScheduleOperations } from './white-list/contract/schedules'

/**
 * All operations that the panel offers its pages in addition to the service's `/v1` (`table.ts`), served under
 * /api/panel.
 */
export const panelContract = {
  ...archiveOperations,
  ...attentionOperations,
  ...auditOperations,
  ...companyOperations,
  ...connectionOperations,
  ...callOperations,
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
  ...firstStepOperations,
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

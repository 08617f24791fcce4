import type { AccountSettingsTables } from './account-settings/tables'
import type { ArchiveTables } from './archive/tables'
import type { AuditTables } from './audit/tables'
import type { AuthTables } from './auth/tables'
import type { BulkTagTables } from './bulk-tags/tables'
import type { BzpTables } from './bzp/tables'
import type { PaidAnswerTables } from './companies/tables'
import type { ConsoleTables } from './console/tables'
import type { DeliveryTables } from './deliveries/tables'
import type { PanelEventTables } from './events/tables'
import type { FeedTables } from './feeds/tables'
import type { ImportTables } from './imports/tables'
import type { MemberTables } from './members/tables'
import type { PackTables } from './packs/tables'
import type { ReportScheduleTables } from './report-schedules/tables'
import type { KnownReportTables } from './reports/tables'
import type { RuleTables } from './rules/tables'
import type { RiskRuleTables } from './rules/tables-risk'
import type { SecurityTables } from './security/tables'
import type { SingleSignOnTables } from './single-sign-on/tables'
import type { SpendCapTables } from './spend-cap/tables'
import type { SavedViewTables } from './views/tables'
import type { WhiteListTables } from './white-list/tables'

/** All tables of the panel. Conventions: `lib/storage/tables.ts`. */
export type PanelTables = ArchiveTables &
  AuditTables &
  BulkTagTables &
  BzpTables &
  ConsoleTables &
  DeliveryTables &
  FeedTables &
  AccountSettingsTables &
  AuthTables &
  MemberTables &
  PackTables &
  SecurityTables &
  SingleSignOnTables &
  SpendCapTables &
  ImportTables &
  PaidAnswerTables &
  KnownReportTables &
  PanelEventTables &
  RuleTables &
  RiskRuleTables &
  ReportScheduleTables &
  SavedViewTables &
  WhiteListTables

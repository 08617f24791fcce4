import type { ArchiveTables } from './archive/tables'
import type { AuditTables } from './audit/tables'
import type { BulkTagTables } from './bulk-tags/tables'
import type { BzpTables } from './bzp/tables'
import type { ConsoleTables } from './console/tables'
import type { DeliveryTables } from './delivery/tables'
import type { PanelEventTables } from './events/tables'
import type { FeedTables } from './feeds/tables'
import type { ImportTables } from './imports/tables'
import type { KeptAnswerTables } from './kept-answers/tables'
import type { ReportScheduleTables } from './reports/schedule-tables'
import type { KnownReportTables } from './reports/tables'
import type { RiskRuleTables } from './rules/risk-tables'
import type { RuleTables } from './rules/tables'
import type { SavedViewTables } from './saved-views/tables'
import type { FinanceTables } from './spend/tables'
import type { WhiteListTables } from './white-list/tables'

/** What the panel keeps itself. Conventions: `lib/storage/tables.ts`. */
export type PanelTables = ArchiveTables &
  AuditTables &
  BulkTagTables &
  BzpTables &
  ConsoleTables &
  DeliveryTables &
  FeedTables &
  FinanceTables &
  ImportTables &
  KeptAnswerTables &
  KnownReportTables &
  PanelEventTables &
  RuleTables &
  RiskRuleTables &
  ReportScheduleTables &
  SavedViewTables &
  WhiteListTables

import type { ArchiveTables } from '@/lib/features/archive/tables'
import type { AuditTables } from '@/lib/features/audit/tables'
import type { BulkTagTables } from '@/lib/features/bulk-tags/tables'
import type { BzpTables } from '@/lib/features/bzp/tables'
import type { KeptAnswerTables } from '@/lib/features/companies/tables'
import type { ConsoleTables } from '@/lib/features/console/tables'
import type { DeliveryTables } from '@/lib/features/deliveries/tables'
import type { PanelEventTables } from '@/lib/features/events/tables'
import type { FeedTables } from '@/lib/features/feeds/tables'
import type { ImportTables } from '@/lib/features/imports/tables'
import type { ReportScheduleTables } from '@/lib/features/report-schedules/tables'
import type { KnownReportTables } from '@/lib/features/reports/tables'
import type { RuleTables } from '@/lib/features/rules/tables'
import type { RiskRuleTables } from '@/lib/features/rules/tables-risk'
import type { FinanceTables } from '@/lib/features/spend-cap/tables'
import type { SavedViewTables } from '@/lib/features/views/tables'
import type { WhiteListTables } from '@/lib/features/white-list/tables'

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

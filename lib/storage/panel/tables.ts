import type { AuditTables } from './audit/tables'
import type { BulkTagTables } from './bulk-tags/tables'
import type { BzpAlertTables } from './bzp/tables'
import type { PanelEventTables } from './events/tables'
import type { ImportTables } from './imports/tables'
import type { SavedViewTables } from './saved-views/tables'
import type { FinanceTables } from './spend/tables'

/** What the panel keeps itself. Conventions: `lib/storage/tables.ts`. */
export type PanelTables = AuditTables &
  BulkTagTables &
  BzpAlertTables &
  FinanceTables &
  ImportTables &
  PanelEventTables &
  SavedViewTables

import type { PanelTables } from '@/lib/features/tables'
import type { AccountTables } from '@/lib/service/accounts/tables'
import type { CallTables } from '@/lib/service/calls/tables'
import type { ChargingTables } from '@/lib/service/metering/tables'
import type { MonitorTables } from '@/lib/service/monitors/tables'
import type { RegisterTables } from '@/lib/service/registers/tables'
import type { ReportTables } from '@/lib/service/reports/tables'

/**
 * Rows as both engines store them. Instants are ISO 8601 UTC text with milliseconds and days are YYYY-MM-DD text, so
 * that they sort and compare alike on both; JSON is text; flags are 0/1; amounts are grosz; ids are UUID text unless
 * noted otherwise.
 */
export type Database = AccountTables &
  CallTables &
  ChargingTables &
  MonitorTables &
  RegisterTables &
  ReportTables &
  PanelTables & {
    meta: MetaTable
    sequences: SequenceTable
    job_locks: JobLockTable
    job_runs: JobRunTable
  }

/** Facts about the store itself, e.g. `sample_data`. */
export type MetaTable = { key: string; value: string }

export type SequenceTable = { name: string; value: number }

/** Claims by which one of several processes runs a periodic job. */
export type JobLockTable = { name: string; holder: string; until: string }

/** Outcome of the runs of a periodic job, in any process; at most a minute old. */
export type JobRunTable = {
  name: string
  /** Start of the last recorded run. */
  started_at: string
  duration_ms: number
  succeeded_at: string | null
  failed_at: string | null
  /** First line of the last failure, without values; it stays after the job works again. */
  error: string | null
  runs: number
  failures: number
}

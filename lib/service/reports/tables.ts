import type { ReportSource } from '@/lib/domain/events/sources'

/** Conventions: `lib/storage/tables.ts`. */
export type ReportTables = { daily_reports: DailyReportTable; report_jobs: ReportJobTable }

/** Generated once per day, source and format for all accounts. */
export type DailyReportTable = {
  id: string
  report_date: string
  source: ReportSource
  format: 'json' | 'csv'
  row_count: number
  size_bytes: number
  sha256: string
  /** Relative to the reports folder. */
  file: string
  generated_at: string
  expires_at: string
}

export type ReportJobTable = {
  id: string
  account_id: string
  status: 'queued' | 'running' | 'ready' | 'expired' | 'failed'
  source: ReportSource
  format: 'json' | 'csv'
  date_from: string
  date_to: string
  filter_id: string | null
  monitor_tag: string | null
  row_count: number | null
  size_bytes: number | null
  sha256: string | null
  file: string | null
  error: string | null
  created_at: string
  finished_at: string | null
  expires_at: string | null
  /** The process that makes it, and until when the claim is valid; an expired claim is taken over. */
  claimed_by: string | null
  claimed_until: string | null
  /** Ascending in order of creation within the store; lists page by it and the queue follows it. */
  position: number
}

/** Tables of daily reports as observed by the panel. Conventions: `lib/storage/tables.ts`. */
export type KnownReportTables = {
  known_reports: KnownReportTable
  report_readings: ReportReadingTable
  report_watches: ReportWatchTable
  report_downloads: ReportDownloadTable
}

/**
 * A daily report that the service listed; the row stays when the service deletes the report. Values that the service
 * did not report are null.
 */
export type KnownReportTable = {
  account_id: string
  report_id: string
  report_date: string
  source: string
  format: string
  row_count: number | null
  size_bytes: number | null
  generated_at: string | null
  expires_at: string | null
  /** The panel's time before the request to the service. */
  first_seen_at: string
  last_seen_at: string
}

export type ReportReadingTable = {
  account_id: string
  read_at: string | null
  /** Since when reading is refused; null while it succeeds. */
  failed_at: string | null
  retry_at: string | null
  code: string | null
}

/** A period of uninterrupted reading of the index: its first and its last reading. */
export type ReportWatchTable = {
  account_id: string
  from_at: string
  until_at: string
}

/** A download of a daily report through the panel. */
export type ReportDownloadTable = {
  id: string
  account_id: string
  report_id: string
  report_date: string
  source: string
  format: string
  /** Null once the user was deleted. */
  user_id: string | null
  /** The address at the time of the download. */
  user_email: string
  at: string
  bytes: number
  /** 0: it was interrupted, or only a part was requested. */
  is_whole: number
  purpose: string | null
  /**
   * Strong ETag of the file: parts of another edition do not belong to this download. Null if the service sends none.
   */
  etag: string | null
}

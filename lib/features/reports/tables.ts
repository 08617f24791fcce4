/** Rows of daily reports as the panel saw them. Conventions: `lib/storage/tables.ts`. */
export type KnownReportTables = {
  known_reports: KnownReportTable
  report_readings: ReportReadingTable
  report_watches: ReportWatchTable
  report_downloads: ReportDownloadTable
}

/** A daily report that the service listed: it forgets them, the panel does not. What the service left unsaid is null. */
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
  /** By the panel's clock, before the service was asked. */
  first_seen_at: string
  last_seen_at: string
}

/** How the index of an account was read last. */
export type ReportReadingTable = {
  account_id: string
  /** With success; null before the first time. */
  read_at: string | null
  /** Since when it has been refused; null while it is not. */
  failed_at: string | null
  retry_at: string | null
  /** Of the refusal. */
  code: string | null
}

/** A time through which the index was read again and again: the first reading and the last one of it. */
export type ReportWatchTable = {
  account_id: string
  from_at: string
  until_at: string
}

/** A daily report that somebody took through the panel. */
export type ReportDownloadTable = {
  id: string
  account_id: string
  report_id: string
  report_date: string
  source: string
  format: string
  /** Null once the person was deleted. */
  user_id: string | null
  /** As it was. */
  user_email: string
  at: string
  bytes: number
  /** 0: it broke off, or a part was asked for. */
  is_whole: number
  purpose: string | null
  /** Of the file that goes out, a strong one: parts of another one are no parts of this download. Null where the service names none. */
  etag: string | null
}

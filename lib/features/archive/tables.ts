/** Rows of the automatic collection of daily reports. Conventions: `lib/storage/tables.ts`. */
export type ArchiveTables = {
  archive_settings: ArchiveSettingsTable
  archived_reports: ArchivedReportTable
}

export type ArchiveSettingsTable = {
  account_id: string
  enabled: number
  place: 'disk' | 's3'
  sources: string
  formats: string
  /** Days after storing; null for unlimited. */
  keep_days: number | null
  /** Settings of the bucket; empty if reports are stored on disk. */
  endpoint: string
  region: string
  bucket: string
  prefix: string
  path_style: number
  sealed_access_key: string | null
  sealed_secret_key: string | null
  /** `off`: never turned on, or turned off by the panel or a user. */
  state: 'ok' | 'failing' | 'off'
  /** Why the panel turned it off. */
  off_reason: string | null
  failing_since: string | null
  /** The current failure, with the error text of the system that caused it. */
  failure: string | null
  failure_text: string | null
  /** Time of the notification about the current failure. */
  told_at: string | null
  /** Time of the last read of the daily index. */
  read_at: string | null
  /** Time of the last search for leftovers of interrupted runs. */
  tidied_at: string | null
  /** Time of the next removal. */
  removal_at: string | null
  /** When collecting was last turned on. */
  since: string | null
  changed_by: string
  updated_at: string
}

/** One edition of a daily report. A report that the service creates again is a new row and a new file. */
export type ArchivedReportTable = {
  id: string
  account_id: string
  /** Id in the service. */
  report_id: string
  report_date: string
  source: string
  format: string
  generated_at: string
  /** When the service deletes it; empty if unknown. */
  expires_at: string
  /** As stated by the index; null if unknown. */
  row_count: number | null
  size_bytes: number | null
  /** Hash of the stored bytes, hex. */
  sha256: string | null
  name: string
  place: 'disk' | 's3'
  /** Address, bucket and prefix of an S3 location; empty for the disk. */
  location: string
  /** `failed`: will be retried. `lost`: no longer available. */
  state: 'waiting' | 'stored' | 'failed' | 'removed' | 'lost'
  attempts: number
  next_at: string
  claimed_by: string | null
  claimed_until: string | null
  failure: string | null
  last_error: string | null
  entered_at: string
  stored_at: string | null
  removed_at: string | null
  /** Time at which the whole file was last read and matched the hash. */
  verified_at: string | null
  /** 1 if the manifest of its day does not show its current state yet. */
  is_unlisted: number
}

/** Rows of the automatic collection of daily reports. Conventions: `lib/storage/tables.ts`. */
export type ArchiveTables = {
  archive_settings: ArchiveSettingsTable
  archived_reports: ArchivedReportTable
}

/** Whether and where an account keeps its daily reports. */
export type ArchiveSettingsTable = {
  account_id: string
  enabled: number
  place: 'disk' | 's3'
  /** JSON lists. */
  sources: string
  formats: string
  /** Days from storing; null for ever. */
  keep_days: number | null
  /** Of the bucket; empty texts where reports are kept on disk. */
  endpoint: string
  region: string
  bucket: string
  prefix: string
  path_style: number
  sealed_access_key: string | null
  sealed_secret_key: string | null
  /** `off`: the panel itself turned it off, or nobody turned it on. */
  state: 'ok' | 'failing' | 'off'
  /** Why the panel turned it off. */
  off_reason: string | null
  failing_since: string | null
  /** What fails, and in words of whoever refused it. */
  failure: string | null
  failure_text: string | null
  /** When people were told of this episode. */
  told_at: string | null
  /** When the daily index was read last. */
  read_at: string | null
  /** When leftovers of broken runs were looked for last. */
  tidied_at: string | null
  /** When the next removal runs. */
  removal_at: string | null
  /** Since when it collects, or did. */
  since: string | null
  changed_by: string
  updated_at: string
}

/** One edition of one daily report. A report that the service makes again is a new row and a new file. */
export type ArchivedReportTable = {
  id: string
  account_id: string
  /** As the service names it. */
  report_id: string
  report_date: string
  source: string
  format: string
  generated_at: string
  /** When the service forgets it; empty where it does not say. */
  expires_at: string
  /** As the index says; null where it does not. */
  row_count: number | null
  size_bytes: number | null
  /** Of the stored bytes. */
  sha256: string | null
  /** Below its place. */
  name: string
  place: 'disk' | 's3'
  /** Of a bucket: address, bucket and prefix. Empty on disk. */
  location: string
  /** `failed`: will be tried again. `lost`: can no longer be had. */
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
  /** When the whole file was read again and had this hash. */
  verified_at: string | null
  /** 1: the manifest of its day does not say what has become of it yet. */
  is_unlisted: number
}

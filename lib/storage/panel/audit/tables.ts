/** The audit log and what is decided about personal data. Conventions: `lib/storage/tables.ts`. */
export type AuditTables = {
  audit_entries: AuditEntryTable
  retention_settings: RetentionSettingTable
  purpose_renewals: PurposeRenewalTable
}

/** One link of the account's chain; the store refuses to change or delete it. */
export type AuditEntryTable = {
  account_id: string
  /** 1, 2, 3 … within the account. */
  number: number
  at: string
  actor: string
  action: string
  target: string | null
  /** JSON without personal numbers; null when there is nothing to say. */
  before: string | null
  after: string | null
  address: string | null
  request_id: string | null
  /** Hash of the entry before, empty for the first. */
  previous_hash: string
  hash: string
}

/** How long a monitor of a person may stay without its purpose being renewed; absent: the default. */
export type RetentionSettingTable = { account_id: string; months: number }

/** Somebody said again why a person is watched. */
export type PurposeRenewalTable = {
  id: string
  account_id: string
  monitor_id: string
  renewed_at: string
  actor: string
  reason: string
}

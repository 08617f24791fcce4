/** Rows of the audit log and of settings for personal data. Conventions: `lib/storage/tables.ts`. */
export type AuditTables = {
  audit_entries: AuditEntryTable
  audit_chains: AuditChainTable
  audit_persons: AuditPersonTable
  kept_periods: RetainedPeriodTable
  retention_settings: RetentionSettingTable
  purpose_renewals: PurposeRenewalTable
}

/** One entry of the account's chain; triggers prevent changes and deletions. */
export type AuditEntryTable = {
  account_id: string
  number: number
  at: string
  actor: string
  action: string
  target: string | null
  /** JSON without personal numbers, or null. */
  before: string | null
  after: string | null
  address: string | null
  request_id: string | null
  previous_hash: string
  hash: string
}

/** Persons of an entry that concerns several: a keyed hash of each, as in the record of filters. */
export type AuditPersonTable = { account_id: string; number: number; hash: string }

/** Start of the data that the retention settings of an account left; null if nothing was deleted. */
export type RetainedPeriodTable = { account_id: string; events_from: string | null; audit_from: string | null }

export type AuditChainTable = {
  account_id: string
  /** Number of entries ever written, and the hash of the last one; empty if there are none. */
  entries: number
  head: string
  /** Entries up to this number were hashed without a key; 0 for none. */
  plain_until: number
  /** First entry with the current key, and the hash of the entry before it. */
  keyed_from: number
  base_head: string
  /** First entry that was not deleted after the retention period, and the hash of the entry before it. */
  kept_from: number
  kept_head: string
  /** Hex; `unsealed` if written before there was a key, empty once the chain was found to be broken. */
  seal: string
}

export type RetentionSettingTable = { account_id: string; months: number }

export type PurposeRenewalTable = {
  id: string
  account_id: string
  monitor_id: string
  renewed_at: string
  actor: string
  reason: string
}

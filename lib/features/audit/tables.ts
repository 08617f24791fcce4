/** The audit log and what is decided about personal data. Conventions: `lib/storage/tables.ts`. */
export type AuditTables = {
  audit_entries: AuditEntryTable
  audit_chains: AuditChainTable
  audit_persons: AuditPersonTable
  kept_periods: KeptPeriodTable
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

/** Whose numbers an entry is about, where they are many: a keyed hash each, as the record of filters has it. */
export type AuditPersonTable = { account_id: string; number: number; hash: string }

/** From which instant on things of an account are kept: older ones were deleted as its owner wanted. Null: all are. */
export type KeptPeriodTable = { account_id: string; events_from: string | null; audit_from: string | null }

/** The chain of one account. The seal is over all the others, under a key outside the database. */
export type AuditChainTable = {
  account_id: string
  /** How many entries were ever made, and the hash of the last one; empty for none. */
  entries: number
  head: string
  /** Entries up to this one were hashed without a key; 0 for none. */
  plain_until: number
  /** The first entry under the key in use, and the hash of the one before. */
  keyed_from: number
  base_head: string
  /** The first entry that is still there, and the hash of the one before: those before left by the retention period. */
  kept_from: number
  kept_head: string
  /** Hex; `unsealed` from before there was a key, empty when the seal did not fit once. */
  seal: string
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

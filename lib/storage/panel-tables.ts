import type { BulkTagTables } from './bulk-tag-tables'
import type { FinanceTables } from './finance-tables'
import type { ImportTables } from './import-tables'
import type { PanelEventTables } from './panel-event-tables'

/** Rows of the panel's own state and of the processes that share the store. Conventions: `tables.ts`. */

export type PanelTables = OwnTables & BulkTagTables & FinanceTables & ImportTables & PanelEventTables

type OwnTables = {
  users: UserTable
  sessions: SessionTable
  sign_up_links: SignUpLinkTable
  job_locks: JobLockTable
  audit_entries: AuditEntryTable
  retention_settings: RetentionSettingTable
  purpose_renewals: PurposeRenewalTable
}

export type UserTable = {
  id: string
  account_id: string
  email: string
  role: 'owner' | 'finance' | 'compliance' | 'viewer'
  password_hash: string | null
  created_at: string
  disabled_at: string | null
}

export type SessionTable = {
  id: string
  user_id: string
  account_id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  revoked_at: string | null
}

export type SignUpLinkTable = {
  sha256: string
  user_id: string
  purpose: 'sign_up' | 'reset'
  created_at: string
  expires_at: string
  used_at: string | null
}

/** Lets one of several processes run a periodic job. */
export type JobLockTable = { name: string; holder: string; until: string }

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

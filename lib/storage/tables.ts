import type { Generated } from 'kysely'

import type { AnnouncementFields } from '@/lib/contract/announcement'
import type { EventSource } from '@/lib/contract/events'

import type { EvidenceTables } from './evidence-tables'
import type { BzpNoticeTable } from './notice-tables'
import type { PanelTables } from './panel-tables'
import type {
  KrsEntryTable,
  RdfDocumentTable,
  RegisterEntryTable,
  RelationTable,
  SampleStateTable,
  WhiteListEntryTable,
} from './register-tables'
import type { SavedViewTables } from './saved-view-tables'

/**
 * Rows as both engines store them. Instants are ISO 8601 UTC text with milliseconds and days are YYYY-MM-DD text, so that
 * they sort and compare alike on both; JSON is text; flags are 0/1; amounts are grosz; ids are UUID text unless said otherwise.
 */
export type Database = PanelTables &
  EvidenceTables &
  SavedViewTables & {
    meta: MetaTable
    accounts: AccountTable
    api_keys: ApiKeyTable
    ledger: LedgerTable
    usage_months: UsageMonthTable
    usage_days: UsageDayTable
    usage_endpoints: UsageEndpointTable
    spend_cap_changes: SpendCapChangeTable
    monitors: MonitorTable
    monitor_counts: MonitorCountTable
    monitor_tags: MonitorTagTable
    filters: FilterTable
    filter_items: FilterItemTable
    announcements: AnnouncementTable
    monitor_events: MonitorEventTable
    sequences: SequenceTable
    daily_reports: DailyReportTable
    report_jobs: ReportJobTable
    subjects: SubjectTable
    subject_search: SubjectSearchTable
    bzp_notices: BzpNoticeTable
    register_entries: RegisterEntryTable
    rdf_documents: RdfDocumentTable
    relations: RelationTable
    krs_entries: KrsEntryTable
    white_list_entries: WhiteListEntryTable
    sample_states: SampleStateTable
  }

/** Facts about the store itself, e.g. `sample_data`. */
export type MetaTable = { key: string; value: string }

export type AccountTable = {
  id: string
  slug: string
  name: string
  plan: 'standard' | 'pro' | 'enterprise'
  state: 'active' | 'inactive' | 'trial'
  /** JSON object: overrides of the plan's `limits`; `{}` when none. */
  limits: string
  spend_cap_pln: number | null
  /** The account's own key of a remote service, encrypted under PANEL_SECRET. */
  sealed_api_key: string | null
  created_at: string
}

export type ApiKeyTable = {
  id: string
  account_id: string
  name: string
  prefix: string
  last_four: string
  sha256: string
  created_at: string
  last_used_at: string | null
  deactivated_at: string | null
}

/** What was charged. The counters below are sums of it, kept in the same transaction. */
export type LedgerTable = {
  id: Generated<number>
  account_id: string
  key_id: string | null
  via: 'api' | 'panel'
  operation: string
  /** Path template of the contract row, e.g. `/v1/record`. */
  endpoint: string
  pool: 'lookups' | 'rdf' | 'pdf' | 'wpv'
  /** Partial counter of the lookup pool (interface 2.3), null elsewhere. */
  register: 'rejestr' | 'announcement' | 'bzp' | 'risk' | null
  /** Calls this row stands for: 1, but several in rows of the sample data. */
  calls: number
  units: number
  /** Of `units`: those above the included ones. */
  overage_units: number
  unit_grosz: number
  overage_grosz: number
  /** 1 when charged on trial. */
  trial: number
  at: string
  day: string
  month: string
  request_id: string
}

export type UsageMonthTable = {
  account_id: string
  month: string
  lookups: number
  rejestr: number
  announcement: number
  bzp: number
  risk: number
  rdf: number
  pdfs: number
  pdfs_api: number
  reports: number
  trial_requests: number
  overage_units: number
  overage_grosz: number
}

export type UsageDayTable = {
  account_id: string
  day: string
  lookups: number
  rdf: number
  pdfs: number
  wpv_checks: number
  overage_units: number
  overage_grosz: number
}

export type UsageEndpointTable = {
  account_id: string
  month: string
  endpoint: string
  pool: string
  calls: number
  units: number
}

export type SpendCapChangeTable = {
  id: string
  account_id: string
  at: string
  from_pln: number | null
  to_pln: number | null
  overage_grosz: number
  /** E-mail of the user, or `key <prefix>`. */
  actor: string
}

export type MonitorTable = {
  id: string
  account_id: string
  /** Ascending in order of creation within the store; lists page by it. */
  position: number
  identifier_type: 'nip' | 'krs' | 'pesel' | 'subject_id' | null
  identifier_value: string | null
  filter_id: string | null
  label: string | null
  subject_name: string | null
  /** Folded name, label and identifier, but no PESEL: what `q` looks in. */
  search_text: string
  created_at: string
  last_event_at: string | null
  last_event_source: string | null
}

/** As many as the account has rows in `monitors`. */
export type MonitorCountTable = { account_id: string; monitors: number }

export type MonitorTagTable = { monitor_id: string; account_id: string; tag: string }

export type FilterTable = {
  id: string
  account_id: string
  name: string
  /** JSON of interface 2.7 `content`. */
  content: string
  item_count: number
  created_at: string
  updated_at: string
}

/** One normalised value of a filter: the index that announcements are matched against. */
export type FilterItemTable = { filter_id: string; account_id: string; kind: string; value: string }

export type AnnouncementTable = AnnouncementFields & {
  source: EventSource
  published_at: string
  /** JSON of the source's row; of KRZ, MSiG and KRS the report row (interface 2.9, decision 31). */
  row: string
}

export type MonitorEventTable = {
  /** From `sequences.monitor_events`, taken under its row lock: commit order is id order, so a reader never misses one. */
  id: number
  account_id: string
  monitor_id: string
  source: string
  announcement_id: string
  identifier_type: string
  identifier_value: string
  subject_name: string | null
  title: string | null
  created_at: string
}

export type SequenceTable = { name: string; value: number }

/** Generated once per day, source and format for everyone. */
export type DailyReportTable = {
  id: string
  report_date: string
  source: 'krz' | 'msig' | 'krs_changes'
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
  source: 'krz' | 'msig' | 'krs_changes'
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
  /** Who is making it and until when the claim holds; an expired claim is taken over. */
  claimed_by: string | null
  claimed_until: string | null
  /** Ascending in order of creation within the store: lists page by it and the queue follows it. */
  position: number
}

export type SubjectTable = {
  id: string
  /** `company` or `person`; a person has only `pesel`, name and city. */
  kind: 'company' | 'person'
  krs: string | null
  nip: string | null
  regon: string | null
  pesel: string | null
  name: string
  legal_form: string | null
  city: string | null
  province: string | null
  street: string | null
  status: string
  vat_status: string | null
  /** PLN. */
  share_capital: number | null
  registered_on: string | null
  /** Code of the Polish classification of activities (PKD); null where it is not known. */
  main_activity: string | null
}

/** One per company: what the search looks in and pages by. */
export type SubjectSearchTable = {
  subject_id: string
  /** Folded name. */
  search_text: string
  /** From `sequences.subjects`; alphabetical among those that were inserted together. */
  position: number
}

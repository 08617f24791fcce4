import type { Generated } from 'kysely'

import type { AnnouncementFields } from '@/lib/contract/announcement'
import type { EventSource } from '@/lib/domain/events/sources'

/** Monitors, filters, announcements and evidence. Conventions: `lib/storage/tables.ts`. */
export type MonitorTables = {
  monitors: MonitorRecordTable
  monitor_counts: MonitorCountTable
  monitor_tags: MonitorTagTable
  filters: FilterTable
  filter_items: FilterItemTable
  announcements: AnnouncementTable & AnnouncementOrder
  monitor_events: MonitorEventTable
  filter_versions: FilterVersionTable
  deleted_monitors: DeletedMonitorTable
  publication_gaps: PublicationGapTable
  monitor_attachments: MonitorAttachmentTable
}

export type MonitorRecordTable = {
  id: string
  account_id: string
  /** Ascending in order of creation within the store; lists page by it. */
  position: number
  identifier_type: 'nip' | 'krs' | 'pesel' | 'subject_id' | null
  identifier_value: string | null
  filter_id: string | null
  label: string | null
  subject_name: string | null
  /** Folded name, label and identifier, without a PESEL: the text that `q` searches. */
  search_text: string
  created_at: string
  last_event_at: string | null
  last_event_source: string | null
}

/** The number of rows that the account has in `monitors`. */
export type MonitorCountTable = { account_id: string; monitors: number }

export type MonitorTagTable = { monitor_id: string; account_id: string; tag: string }

export type FilterTable = {
  id: string
  account_id: string
  name: string
  /** JSON of `content` in interface section 2.7 (filter). */
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
  /** JSON of the source's row; for KRZ, MSiG and KRS the report row (interface section 2.9, decision 31). */
  row: string
}

/** Columns that the store adds to an announcement. */
export type AnnouncementOrder = {
  /** Orders announcements of a day: the number of the entry for KRS, otherwise 0. */
  place: Generated<number>
  /**
   * From `sequences.announcements`: the same for all that were stored together, and commits follow it. 0 for rows older
   * than the numbers.
   */
  number: Generated<number>
}

export type MonitorEventTable = {
  /**
   * From `sequences.monitor_events`, allocated under its row lock: commit order is id order, so a reader never misses
   * one.
   */
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

// The tables below are evidence: certificates are made of their rows, which are never deleted.

/**
 * One change of a filter. The embedded service writes `created`, `changed` and `deleted` in the transaction of the
 * change; `recorded` and `gone` are what an older store held, or lacked, when the record began. For a remote service
 * the panel writes what it observed: `seen` with its content, `missing`, and `deleted` if the panel deleted the filter.
 */
export type FilterVersionTable = {
  id: Generated<number>
  account_id: string
  filter_id: string
  kind: 'created' | 'changed' | 'deleted' | 'recorded' | 'gone' | 'seen' | 'missing'
  witness: 'service' | 'panel'
  at: string
  /** For `seen`: the last instant at which this was observed. */
  seen_until: string | null
  /** For `seen`: when the filter was changed, according to the service. */
  changed_at: string | null
  name: string | null
  /** JSON of `StoredLists`: the difference to the previous version. */
  added: string
  removed: string
  /** Number of values after the change. */
  item_count: number
  /** `hashOfLists` of the values after the change; empty if they are not known. */
  sha256: string
}

/** A deleted monitor; the embedded service stores it in the transaction of the deletion. */
export type DeletedMonitorTable = {
  id: string
  account_id: string
  identifier_type: string | null
  /** In the stored form of `createRecordedValues`. */
  identifier_value: string | null
  filter_id: string | null
  /** With PESEL numbers masked, like the two columns below; null for a person. */
  label: string | null
  subject_name: string | null
  /** JSON array. */
  tags: string
  created_at: string
  deleted_at: string
}

/** A period whose publications the service never read, because it was stopped for too long; they produced no events. */
export type PublicationGapTable = { from_at: string; until_at: string }

/** A monitor whose filter was deleted uses another one from `at` on. */
export type MonitorAttachmentTable = {
  id: Generated<number>
  account_id: string
  monitor_id: string
  former_filter_id: string
  filter_id: string
  at: string
}

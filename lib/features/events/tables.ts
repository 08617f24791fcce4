/** Tables of the panel's copy of the events. Conventions: `lib/storage/tables.ts`. */

export type PanelEventTables = {
  panel_events: PanelEventTable
  event_cursors: EventCursorTable
  event_reads: EventReadTable
  event_marks: EventMarkTable
  tag_members: TagMemberTable
  tag_readings: TagReadingTable
  event_reviews: EventReviewTable
  event_severities: EventSeverityTable
}

/**
 * One event of the service with masked personal numbers. Immutable, and deleted only if the account has a retention
 * period for events.
 */
export type PanelEventTable = {
  account_id: string
  /** The service's number: ascending, with gaps. */
  id: number
  monitor_id: string
  source: string
  announcement_id: string
  identifier_type: string
  identifier_value: string
  subject_name: string | null
  title: string | null
  created_at: string
  /** Warsaw day of `created_at`. */
  day: string
  /** Number of the first event of this announcement and subject, which may be this one. */
  lead_id: number
  /**
   * An `EventKind`, by the titles that were known when the event was stored. A version that knows more titles comes with
   * a migration that reads them again, like `088-event-kinds`.
   */
  kind: string
  /** Folded name, title and public numbers: the text that `q` searches. */
  search_text: string
}

/** How far an account's events were read. */
export type EventCursorTable = {
  account_id: string
  /** The next reading continues after this number. */
  since: number
  /** 1 while older events are still to be read. */
  is_behind: number
  read_at: string | null
  retry_at: string | null
  code: string | null
  /** Number of the newest change of a review; never reused. */
  last_review: number
}

/** What a user has read of an account's events: everything up to `up_to`, except for the marks of the same turn. */
export type EventReadTable = {
  account_id: string
  user_id: string
  up_to: number
  /** Value before the last turn, for the undo. */
  previous_up_to: number
  /** Counts how often everything was marked as read. */
  turn: number
}

export type EventMarkTable = {
  account_id: string
  user_id: string
  turn: number
  event_id: number
  /** 0: unread. 1: read. 2: read as part of a filtered list, which an undo restores. */
  is_read: number
}

/** Monitors that carried a tag when it was last read. */
export type TagMemberTable = { account_id: string; tag: string; monitor_id: string }
export type TagReadingTable = { account_id: string; tag: string; read_at: string }

/** What the team did with an announcement. */
export type EventReviewTable = {
  account_id: string
  /** The first event of the announcement. */
  event_id: number
  /** Null: not reviewed. */
  reviewed_at: string | null
  /** Name or address of the member at that time, which stays when they leave. */
  reviewed_by: string | null
  /** A member; null if nobody. */
  assignee_id: string | null
  note: string | null
  /** From `event_cursors.last_review`: the newest change has the greatest number. */
  number: number
}

/** An account's own severity for a kind of events. */
export type EventSeverityTable = { account_id: string; kind: string; severity: string }

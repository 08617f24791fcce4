/** Rows of the panel's copy of the events. Conventions: `lib/storage/tables.ts`. */

export type PanelEventTables = {
  panel_events: PanelEventTable
  event_cursors: EventCursorTable
  event_reads: EventReadTable
  event_marks: EventMarkTable
  tag_members: TagMemberTable
  tag_readings: TagReadingTable
}

/** One event as the service gave it, personal numbers masked. Never changed, and deleted only where the account keeps events for a limited time. */
export type PanelEventTable = {
  account_id: string
  /** The service's number: ascending, but with gaps. */
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
  /** The first event of this announcement about this subject: its own number, where it is that one. */
  lead_id: number
}

/** How far an account's events were read. */
export type EventCursorTable = {
  account_id: string
  /** The next reading goes on after this number. */
  since: number
  /** 1 while older events are still to come. */
  is_behind: number
  read_at: string | null
  /** After a refusal: not before then. */
  retry_at: string | null
  code: string | null
}

/** What a user has read of an account's events: everything up to `up_to`, but for the marks of the same turn. */
export type EventReadTable = {
  account_id: string
  user_id: string
  up_to: number
  /** What it was before the last turn, for taking that back. */
  previous_up_to: number
  /** Counts how often everything was marked as read. */
  turn: number
}

export type EventMarkTable = {
  account_id: string
  user_id: string
  turn: number
  event_id: number
  /** 0: unread. 1: read. 2: read as one of all that a narrowed list showed, which is taken back with them. */
  is_read: number
}

/** Monitors that carried a tag when it was read last. */
export type TagMemberTable = { account_id: string; tag: string; monitor_id: string }
export type TagReadingTable = { account_id: string; tag: string; read_at: string }

/** Matches of tender rules (`alert_id`) and the marks of users. Conventions: `lib/storage/tables.ts`. */
export type BzpTables = {
  bzp_readings: BzpReadingTable
  bzp_found_notices: BzpFoundNoticeTable
  bzp_hits: BzpHitTable
  bzp_matches: BzpMatchTable
  bzp_match_reads: BzpMatchReadTable
  bzp_looks: BzpLookTable
  bzp_cursors: BzpCursorTable
  bzp_waiting_notices: BzpWaitingNoticeTable
  bzp_watches: BzpWatchTable
}

/**
 * Reading state of a tender rule. The rule finds notices with a later position, or published after `since_at`; earlier
 * ones were seen when it was saved.
 */
export type BzpReadingTable = {
  rule_id: string
  since_position: number
  since_at: string
  /** Remote service only: JSON list of the notices published at `since_at` that already existed. */
  since_ids: string | null
  /** Remote service only: time of the last request. */
  read_at: string | null
  /** Remote service only: everything published before this instant has been found. */
  complete_until: string | null
  /** Remote service only: everything published from this instant on has been found; null if nothing was. */
  gap_until: string | null
  /** Remote service only: estimate of the procedures in the gap between the two. */
  missing: number
  /** Remote service only: why its answer was rejected. */
  problem: 'filter_ignored' | 'refused' | null
}

/** Copy of a notice when it was found, because the service deletes old notices. */
export type BzpFoundNoticeTable = {
  account_id: string
  notice_id: string
  /** JSON of the contract's notice; unknown fields are absent. */
  content: string
}

export type BzpHitTable = {
  alert_id: string
  tender_id: string
  notice_id: string
  published_at: string
  number: number
}

/** One procedure that an alert found, with its newest notice and the account's marks. */
export type BzpMatchTable = {
  alert_id: string
  tender_id: string
  account_id: string
  /** From `sequences.bzp_matches`; the number of the notice that was found last. */
  number: number
  found_at: string
  notice_id: string
  /** Empty if the service provides no date. */
  published_at: string
  offers_until: string | null
  search_text: string
  is_starred: number
  dismissed_at: string | null
  /** E-mail of the user at that time. */
  dismissed_by: string | null
  dismissed_reason: string | null
  assignee: string | null
  note: string | null
}

/** Matches that a user has opened, with the number that the match had then. */
export type BzpMatchReadTable = { user_id: string; alert_id: string; tender_id: string; number: number }

/** The highest match number of an alert that a user has seen. */
export type BzpLookTable = { user_id: string; alert_id: string; up_to: number }

export type BzpCursorTable = { id: string; position: number; read_until: string }

/** A notice that was stored before the instant of its publication. */
export type BzpWaitingNoticeTable = { notice_id: string; published_at: string }

/** State of reading notices of an account from a remote service. */
export type BzpWatchTable = {
  account_id: string
  budget_units: number
  month: string
  used_units: number
  previews: number
  read_at: string | null
  retry_at: string | null
  problem: 'rate_limited' | 'payment_required' | 'refused' | 'unreachable' | null
  /** Number of consecutive failures. */
  failures: number
}

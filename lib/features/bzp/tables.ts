/** Rows of what rules of tenders (`alert_id`) found, and what people made of it. Conventions: `lib/storage/tables.ts`. */
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

/** Of a rule of tenders: what it has read. It finds notices with a later position, or published after `since_at`: what was there before has been seen. */
export type BzpReadingTable = {
  rule_id: string
  since_position: number
  since_at: string
  /** Of a remote service: JSON list of the notices of `since_at` itself that were there before. */
  since_ids: string | null
  /** Of a remote service: when it was asked last. */
  read_at: string | null
  /** Of a remote service: what was published before it has been found whole. */
  complete_until: string | null
  /** Of a remote service: what was published from then on has been found again; null while nothing was. */
  gap_until: string | null
  /** Of a remote service: about how many procedures in between could not be read. */
  missing: number
  /** Of a remote service: why what it answered was not taken. */
  problem: 'filter_ignored' | 'refused' | null
}

/** A notice as it was when it was found: the service forgets it. */
export type BzpFoundNoticeTable = {
  account_id: string
  notice_id: string
  /** JSON of the contract's notice, as far as the service said it. */
  content: string
}

/** One notice that an alert found. */
export type BzpHitTable = {
  alert_id: string
  tender_id: string
  notice_id: string
  published_at: string
  number: number
}

/** One procedure that an alert found, by its newest notice, with what the account made of it. */
export type BzpMatchTable = {
  alert_id: string
  tender_id: string
  account_id: string
  /** From `sequences.bzp_matches`: that of the notice that was found last. */
  number: number
  /** When that was. */
  found_at: string
  notice_id: string
  /** Empty where the service does not say it. */
  published_at: string
  offers_until: string | null
  /** Folded title, description and authority. */
  search_text: string
  is_starred: number
  dismissed_at: string | null
  /** An e-mail, as it was. */
  dismissed_by: string | null
  dismissed_reason: string | null
  /** A user. */
  assignee: string | null
  note: string | null
}

/** What a user has opened, up to the number that the match had. */
export type BzpMatchReadTable = { user_id: string; alert_id: string; tender_id: string; number: number }

/** Up to which number a user has looked at what an alert found. */
export type BzpLookTable = { user_id: string; alert_id: string; up_to: number }

/** How far notices of the store itself have been matched. One row, `notices`. */
export type BzpCursorTable = { id: string; position: number; read_until: string }

/** A notice that was read before the instant of its publication. */
export type BzpWaitingNoticeTable = { notice_id: string; published_at: string }

/** How an account comes to notices of a remote service. */
export type BzpWatchTable = {
  account_id: string
  budget_units: number
  /** Warsaw month of the two counts. */
  month: string
  used_units: number
  previews: number
  read_at: string | null
  retry_at: string | null
  problem: 'rate_limited' | 'payment_required' | 'refused' | 'unreachable' | null
  /** In a row. */
  failures: number
}

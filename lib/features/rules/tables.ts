import type { AccountTable } from '@/lib/service/accounts/tables'

/** Rows of rules of notification. Conventions: `lib/storage/tables.ts`. */

export type RuleTables = {
  rules: RuleTable
  rule_targets: RuleTargetTable
  rule_hits: RuleHitTable
  rule_hit_numbers: RuleHitNumberTable
  rule_notices: RuleNoticeTable
  rule_cursors: RuleCursorTable
  rule_looks: RuleLookTable
}

type RuleHitNumberTable = { account_id: string; last: number }

/** An account that rules look for. */
export type RuledAccount = Pick<AccountTable, 'id' | 'slug' | 'name' | 'sealed_api_key' | 'created_at'>

/** Who is told what, and when. */
export type RuleTable = {
  id: string
  account_id: string
  /** A user, or empty for the team. */
  owner: string
  name: string
  kind: string
  /** JSON of what it looks for, its kind included. */
  condition: string
  timing: 'none' | 'at_once' | 'hourly' | 'daily' | 'weekly'
  /** Hour in Warsaw. */
  digest_hour: number
  /** 0 is Sunday. */
  weekday: number
  working_days_only: number
  /** `HH:MM` in Warsaw; both or neither. */
  quiet_from: string | null
  quiet_to: string | null
  muted_until: string | null
  enabled: number
  /** Of what goes to addresses and channels. */
  language: 'pl' | 'en'
  /** A user. */
  created_by: string
  /** Who saved it last while it was on: a rule that spends does so by their right. A user. */
  payer: string | null
  created_at: string
  updated_at: string
  /** Where the window of its next message begins. */
  digest_from: string
  /** It looks at events with a higher number that happened after `since_at`. */
  since: number
  since_at: string
  /** What it found with a higher number is not told yet. */
  last_notified_hit: number
}

/** `target`: a user, an address, or a channel. */
export type RuleTargetTable = { rule_id: string; kind: 'member' | 'address' | 'channel'; target: string }

/** Something that a rule found, once. */
export type RuleHitTable = {
  rule_id: string
  occurrence: string
  account_id: string
  /** Grows with every hit; 0 for what is known and told of by another hit. */
  number: number
  /** When it was found. */
  at: string
  /** What messages about one subject have in common. */
  subject_key: string
  /** JSON of what is said of it; no personal number and no person's name. */
  content: string
}

/** One message of a rule, of one kind and window; its e-mails are in `mails`. */
export type RuleNoticeTable = {
  id: string
  account_id: string
  rule_id: string
  kind: 'at_once' | 'digest' | 'test'
  window_start: string
  window_end: string
  at: string
  hit_count: number
  /** It told of what was found with a higher number than the one, up to the other; null where that was not noted. */
  hits_after: number | null
  hits_up_to: number | null
}

/** How far the rules of an account have looked at what one kind of them looks at. */
export type RuleCursorTable = {
  account_id: string
  kind: string
  position: number
  /** What was looked at last, as the kind notes it. */
  mark: string
}

/** When something of an account is looked at again: by rules of a kind, or (`telling`) by who tells what they found. */
export type RuleLookTable = {
  account_id: string
  kind: string
  /** An instant; empty: in the next turn. While it is being looked at, until when, and a mark. */
  due_at: string
}

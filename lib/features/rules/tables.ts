import type { AccountTable } from '@/lib/service/accounts/tables'

/** Tables of notification rules. Conventions: `lib/storage/tables.ts`. */

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

export type RuledAccount = Pick<AccountTable, 'id' | 'slug' | 'name' | 'sealed_api_key' | 'created_at'>

/** Recipients and schedule of a rule. */
export type RuleTable = {
  id: string
  account_id: string
  /** A user's id, or empty for the team. */
  owner: string
  name: string
  kind: string
  /** JSON of the condition, including its kind. */
  condition: string
  timing: 'none' | 'at_once' | 'hourly' | 'daily' | 'weekly'
  /** Warsaw time. */
  digest_hour: number
  /** 0 is Sunday. */
  weekday: number
  working_days_only: number
  /** `HH:MM`, Warsaw time; both are set or both are null. */
  quiet_from: string | null
  quiet_to: string | null
  muted_until: string | null
  enabled: number
  /** Language of messages to addresses and channels. */
  language: 'pl' | 'en'
  /** A user's id. */
  created_by: string
  /** Id of the user who last saved the rule while it was enabled: a rule that spends needs that user's permission. */
  payer: string | null
  created_at: string
  updated_at: string
  /** Start of the window of its next message. */
  digest_from: string
  /** The rule checks events with a higher number that happened after `since_at`. */
  since: number
  since_at: string
  /** Hits with a higher number are not reported yet. */
  last_notified_hit: number
}

/** `target`: a user's id, an address, or a channel's id. */
export type RuleTargetTable = { rule_id: string; kind: 'member' | 'address' | 'channel'; target: string }

export type RuleHitTable = {
  rule_id: string
  occurrence: string
  account_id: string
  /** Ascending within the account; 0 for a match that another hit reports. */
  number: number
  /** When it was found. */
  at: string
  /** Identifies messages about the same subject. */
  subject_key: string
  /** JSON of the reported content, without personal numbers and names of persons. */
  content: string
}

/** One message of a rule, for one window; its e-mails and channel messages are in `deliveries`. */
export type RuleNoticeTable = {
  id: string
  account_id: string
  rule_id: string
  kind: 'at_once' | 'digest' | 'test'
  window_start: string
  window_end: string
  at: string
  hit_count: number
  /** It reported hits with numbers above `hits_after` up to `hits_up_to`; null if this was not recorded. */
  hits_after: number | null
  hits_up_to: number | null
}

/** How far the rules of one kind have checked their source in an account. */
export type RuleCursorTable = {
  account_id: string
  kind: string
  position: number
  /** Describes the last check, in a format of the kind. */
  mark: string
}

/** When rules of a kind are checked next for an account, or (`telling`) when their hits are sent. */
export type RuleLookTable = {
  account_id: string
  kind: string
  /** An instant; empty means the next run. During a check: until when it runs, and a mark. */
  due_at: string
}

import type { RiskAssessment } from '@/lib/contract/records'

/** Rows of rules of risk. Conventions: `lib/storage/tables.ts`. */
export type RiskRuleTables = {
  risk_readings: RiskReadingTable
  risk_asks: RiskAskTable
  risk_watches: RiskWatchTable
}

/** What the service said of a company; the last two of each are kept. */
export type RiskReadingTable = {
  account_id: string
  /** `krs:` or `nip:` and the number. */
  subject: string
  read_at: string
  /** 0 to 100. */
  score: number
  level: RiskAssessment['level']
  /** JSON of codes with their points. */
  factors: string
}

/** A company whose risk a rule wants to be read. */
export type RiskAskTable = {
  rule_id: string
  subject: string
  account_id: string
  /** Through which it is monitored. */
  monitor_id: string
  /** A new event, or the first reading that whoever saved the rule wanted. */
  reason: 'event' | 'first'
  /** Since when it waits. */
  asked_at: string
  /** Number of the newest event that asks; 0 for a first reading. */
  last_event: number
}

/** Why nothing is read at the moment. */
export type RiskProblem = 'pool_empty' | 'not_in_plan' | 'refused' | 'rate_limited' | 'unreachable' | 'unreadable'

/** What readings of an account have cost, and how they go. */
export type RiskWatchTable = {
  account_id: string
  /** Warsaw month of `used_units`. */
  month: string
  /** With those set aside for a reading under way, and those of lost answers. */
  used_units: number
  /** The process that reads, and until when nobody else does. */
  claimed_by: string | null
  claimed_until: string | null
  problem: RiskProblem | null
  /** In a row. */
  failures: number
  retry_at: string | null
  /** Warsaw day of what follows, which becomes one line of the audit log when it is over. */
  day: string
  day_companies: number
  day_units: number
  /** Companies that the service did not know. */
  day_unknown: number
}

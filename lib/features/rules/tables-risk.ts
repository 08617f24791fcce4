import type { RiskAssessment } from '@/lib/contract/records'

/** Tables of risk rules. Conventions: `lib/storage/tables.ts`. */
export type RiskRuleTables = {
  risk_readings: RiskReadingTable
  risk_asks: RiskAskTable
  risk_watches: RiskWatchTable
}

/** The service's answers about a company; the last two of each are stored. */
export type RiskReadingTable = {
  account_id: string
  /** `krs:` or `nip:` followed by the number. */
  subject: string
  read_at: string
  /** 0 to 100. */
  score: number
  level: RiskAssessment['level']
  /** JSON of codes with their points. */
  factors: string
}

/** A company whose risk a rule requests. */
export type RiskAskTable = {
  rule_id: string
  subject: string
  account_id: string
  /** The monitor that watches the company. */
  monitor_id: string
  /** A new event, or the initial reading that the rule's author requested. */
  reason: 'event' | 'first'
  /** Since when the request waits. */
  asked_at: string
  /** Number of the newest event that requests a reading; 0 for an initial reading. */
  last_event: number
}

export type RiskProblem = 'pool_empty' | 'not_in_plan' | 'refused' | 'rate_limited' | 'unreachable' | 'unreadable'

/** The cost and state of an account's readings. */
export type RiskWatchTable = {
  account_id: string
  /** Warsaw month of `used_units`. */
  month: string
  /** Includes units reserved for a running reading and those of lost answers. */
  used_units: number
  /** The process that reads, and until when it has the exclusive right. */
  claimed_by: string | null
  claimed_until: string | null
  problem: RiskProblem | null
  /** Consecutive failures. */
  failures: number
  retry_at: string | null
  /** Warsaw day of the following counters, which become one entry of the audit log when it is over. */
  day: string
  day_companies: number
  day_units: number
  /** Companies that the service did not know. */
  day_unknown: number
}

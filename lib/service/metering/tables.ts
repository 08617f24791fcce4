import type { Generated } from 'kysely'

import type { MonthlyFigure, Pool, PoolFigure, Register } from '@/lib/domain/usage/pools'

/** The ledger and the counters, which are its sums. Conventions: `lib/storage/tables.ts`. */
export type ChargingTables = {
  ledger: LedgerTable
  usage_months: UsageMonthTable
  usage_days: UsageDayTable
  usage_endpoints: UsageEndpointTable
  document_downloads: DocumentDownloadTable
  kept_call_answers: KeptCallAnswerTable
  paid_streams: PaidStreamTable
}

/** The answer of a paid call that carried an Idempotency-Key; gone after a day. */
export type KeptCallAnswerTable = {
  account_id: string
  key: string
  /** Of the body as it was understood, hex. */
  body_sha256: string
  /** JSON, as the caller may see it whose answers are not masked. */
  answer: string
  kept_at: string
}

/** What was charged. The counters below are sums of it, kept in the same transaction. */
export type LedgerTable = {
  id: Generated<number>
  account_id: string
  key_id: string | null
  /** Of the panel: the user, or what did it by itself, e.g. `panel`; null for keys and in rows from before it was kept. */
  user_id: string | null
  via: 'api' | 'panel'
  operation: string
  /** Path template of the contract row, e.g. `/v1/record`. */
  endpoint: string
  pool: Pool
  /** Partial counter of the lookup pool (interface 2.3), null elsewhere. */
  register: Register | null
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
  pdfs_api: number
  reports: number
  trial_requests: number
  overage_units: number
  overage_grosz: number
} & Record<MonthlyFigure | Register, number>

export type UsageDayTable = {
  account_id: string
  day: string
  overage_units: number
  overage_grosz: number
} & Record<PoolFigure, number>

export type UsageEndpointTable = {
  account_id: string
  month: string
  endpoint: string
  pool: string
  calls: number
  units: number
}

/** A filed document that an account has paid for. */
export type DocumentDownloadTable = {
  account_id: string
  document_id: string
  /** Until then it is handed out again without a charge. */
  paid_until: string
}

/** How far an account has paid for a stream: it gets the rows up to there again without a charge. */
export type PaidStreamTable = {
  account_id: string
  /** Hash of the stream and of what it was asked for, so that the cursor of one question buys nothing of another. */
  id: string
  /** The last row that was paid for. */
  day: string
  place: number
  row_id: string
  /** How many rows were paid for: units are rounded over all of them. */
  rows: number
  paid_until: string
}

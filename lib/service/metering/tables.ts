import type { Generated } from 'kysely'

import type { MonthlyFigure, Pool, PoolFigure, Register } from '@/lib/domain/usage/pools'

/** The ledger and the counters, which are its sums. Conventions: `lib/storage/tables.ts`. */
export type ChargingTables = {
  ledger: LedgerTable
  usage_months: UsageMonthTable
  usage_days: UsageDayTable
  usage_endpoints: UsageEndpointTable
  document_downloads: DocumentDownloadTable
  kept_call_answers: StoredCallAnswerTable
  paid_streams: PaidStreamTable
}

/** The answer of a paid call with an Idempotency-Key; deleted after a day. */
export type StoredCallAnswerTable = {
  account_id: string
  key: string
  /** Hash of the parsed body, hex. */
  body_sha256: string
  /** Unmasked JSON of the answer. */
  answer: string
  kept_at: string
}

/** All charges. The counters below are sums of it, updated in the same transaction. */
export type LedgerTable = {
  id: Generated<number>
  account_id: string
  key_id: string | null
  /**
   * For calls of the panel: the user, or the automatic actor, e.g. `panel`; null for keys and in rows older than this
   * column.
   */
  user_id: string | null
  via: 'api' | 'panel'
  operation: string
  /** Path template of the operation, e.g. `/v1/record`. */
  endpoint: string
  pool: Pool
  /** Partial counter of the lookup pool (interface section 2.3, usage summary), null elsewhere. */
  register: Register | null
  /** Number of calls: 1, except in some rows of the sample data. */
  calls: number
  units: number
  /** The part of `units` above the included ones. */
  overage_units: number
  unit_grosz: number
  overage_grosz: number
  /** 1 if charged on trial. */
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
  /** Further downloads are free until this instant. */
  paid_until: string
}

/** How far an account has paid for a stream; rows up to there are returned again without a charge. */
export type PaidStreamTable = {
  account_id: string
  /** Hash of the stream and of its query, so that a cursor of one query buys nothing of another. */
  id: string
  /** The last paid row. */
  day: string
  place: number
  row_id: string
  /** Number of paid rows: units are rounded over all of them. */
  rows: number
  paid_until: string
}

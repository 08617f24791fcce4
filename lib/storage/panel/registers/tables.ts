import type { Pool } from '@/lib/domain/usage/pools'

/** Rows of kept pages of lists of registers. Conventions: `lib/storage/tables.ts`. */
export type RegisterAnswerTable = {
  id: string
  account_id: string
  /** Of `registerLists`. */
  list: string
  /** SHA-256 of `query`, hex: what is asked for is compared by it. */
  query_key: string
  /** JSON of what the list was narrowed to, in the order of the contract. */
  query: string
  /** Id of the first page: pages of one series follow one another. */
  series: string
  /** From 0. */
  page: number
  asked_at: string
  /** E-mail of who asked. */
  asked_by: string
  pool: Pool
  /** What it cost; null where the service did not say. */
  units: number | null
  request_id: string | null
  /** Where the next page begins; null where nothing is left. */
  cursor: string | null
  /** Rows of this page. */
  row_count: number
  /** As many as there were in all; null where the service did not say. */
  total: number | null
  /** JSON of the service's answer, personal numbers masked. Never changed. */
  answer: string
  /** Of `answer`, hex. */
  sha256: string
}

export type RegisterListTables = { register_answers: RegisterAnswerTable }

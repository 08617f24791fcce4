import type { Pool } from '@/lib/domain/usage/pools'

/** A page of a paid answer. Conventions: `lib/storage/tables.ts`. */
export type PaidAnswerTable = {
  id: string
  account_id: string
  about: 'company' | 'list'
  /** The part of the company, or the list. */
  topic: string
  /** Key of the answer: the company's KRS number, or else NIP, REGON or id; for a list the SHA-256 of `query`, hex. */
  subject: string
  /** Id of the first page, shared by all following pages. */
  series: string
  /** Starts at 0. */
  page: number
  asked_at: string
  asked_by: string
  operation: string
  /** JSON of the query; for a list its filter, in the contract's field order. */
  query: string
  pool: Pool
  /** Units charged; null if the service did not report it. */
  units: number | null
  request_id: string | null
  /** Cursor of the next page; null after the last one. */
  cursor: string | null
  /** Rows on this page of a list; 0 for a company. */
  row_count: number
  /** Total rows of the list; null if unknown, and for a company. */
  total: number | null
  /** JSON of the service's answer, personal numbers masked. It is never changed. */
  answer: string
  /** Hash of `answer`, hex. */
  sha256: string
}

export type PaidAnswerTables = { kept_answers: PaidAnswerTable }

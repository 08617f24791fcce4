import type { Pool } from '@/lib/domain/usage/pools'

/** Rows of kept answers about companies. Conventions: `lib/storage/tables.ts`. */
export type CompanyAnswerTable = {
  id: string
  account_id: string
  /** Under which the company is kept: its KRS number, or else NIP, REGON or id. */
  number: string
  part: string
  /** Id of the first page: pages of one series follow one another. */
  series: string
  /** From 0. */
  page: number
  asked_at: string
  /** E-mail of who asked. */
  asked_by: string
  /** Of the service. */
  operation: string
  /** JSON of what was asked. */
  query: string
  pool: Pool
  /** What it cost; null where the service did not say. */
  units: number | null
  request_id: string | null
  /** Where the next page begins; null where nothing is left. */
  cursor: string | null
  /** JSON, personal numbers masked. Never changed. */
  answer: string
  /** Of `answer`, hex. */
  sha256: string
}

export type CompanyTables = { company_answers: CompanyAnswerTable }

import type { Pool } from '@/lib/domain/usage/pools'

/** Rows of answers that were paid for. Conventions: `lib/storage/tables.ts`. */
export type KeptAnswerTable = {
  id: string
  account_id: string
  about: 'company' | 'list'
  /** The part of the company, or the list. */
  topic: string
  /** Under which it is kept: the company's KRS number, or else NIP, REGON or id; of a list SHA-256 of `query`, hex. */
  subject: string
  /** Id of the first page: pages of one series follow one another. */
  series: string
  /** From 0. */
  page: number
  asked_at: string
  /** E-mail of who asked. */
  asked_by: string
  /** Of the service. */
  operation: string
  /** JSON of what was asked; of a list what it was narrowed to, in the order of the contract. */
  query: string
  pool: Pool
  /** What it cost; null where the service did not say. */
  units: number | null
  request_id: string | null
  /** Where the next page begins; null where nothing is left. */
  cursor: string | null
  /** Rows of this page of a list; 0 of a company. */
  row_count: number
  /** As many as the list had in all; null where the service did not say, and of a company. */
  total: number | null
  /** JSON of the service's answer, personal numbers masked. Never changed. */
  answer: string
  /** Of `answer`, hex. */
  sha256: string
}

export type KeptAnswerTables = { kept_answers: KeptAnswerTable }

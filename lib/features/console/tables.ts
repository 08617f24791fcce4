import type { Generated } from 'kysely'

/** Rows of the console's history. Conventions: `lib/storage/tables.ts`. */
export type ConsoleCallTable = {
  id: Generated<number>
  account_id: string
  user_id: string
  /** Of the service. */
  operation: string
  called_at: string
  /** Of HTTP; 0 where nothing came back. */
  status: number
  took_ms: number
  /** What it cost; null where the service did not say. */
  units: number | null
  request_id: string | null
  /** JSON of what was put in, without every text that could be of a person (`lib/contract/console/kept-inputs.ts`). */
  inputs: string
  /** 1: something was left out of it. */
  is_partial: number
}

export type ConsoleTables = { console_calls: ConsoleCallTable }

import type { Generated } from 'kysely'

/** Rows of the console's history. Conventions: `lib/storage/tables.ts`. */
export type ConsoleCallTable = {
  id: Generated<number>
  account_id: string
  user_id: string
  /** Operation of the service. */
  operation: string
  called_at: string
  /** HTTP status; 0 without a response. */
  status: number
  took_ms: number
  /** Units charged; null if the service did not report it. */
  units: number | null
  request_id: string | null
  /** JSON of the inputs without all texts that could be about a person (`lib/contract/console/stored-inputs.ts`). */
  inputs: string
  /** 1 if some inputs were removed. */
  is_partial: number
}

export type ConsoleTables = { console_calls: ConsoleCallTable }

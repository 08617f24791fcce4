import type { Generated } from 'kysely'

/** Calls of the service. Conventions: `lib/storage/tables.ts`. */
export type CallTables = { calls: CallTable }

export type CallTable = {
  id: Generated<number>
  account_id: string
  /** Null for calls of the panel, and for a row of various callers. */
  key_id: string | null
  /** For calls of the panel: the user, or the automatic actor, e.g. `panel`; else null. */
  user_id: string | null
  via: 'api' | 'panel'
  /** Null for a path that no operation has, and for a row of various operations. */
  operation: string | null
  /** The first call of the row. */
  at: string
  last_at: string
  /** HTTP status. */
  status: number
  /** Machine-readable code of the answer, e.g. `payment_required`. */
  code: string
  /** JSON of what explains the first answer, e.g. the pool and its figures; never an input. Null if there is none. */
  detail: string | null
  /** Number of calls in the row. */
  times: number
  /** What equal calls have in common, the minute included. */
  fingerprint: string
  /** The first request ids, each between blanks. */
  request_ids: string
}

/** Rows of checks of the white list. Conventions: `lib/storage/tables.ts`. */

export type WhiteListTables = {
  white_list_runs: WhiteListRunTable
  white_list_numbers: WhiteListNumberTable
  white_list_rows: WhiteListRowTable
  white_list_schedules: WhiteListScheduleTable
}

export type WhiteListRunTable = {
  /** Made by the browser, so that a run that is sent again is the same run. */
  id: string
  account_id: string
  schedule_id: string | null
  /** Of the file or of the schedule; empty for a pasted list. */
  name: string
  /** Of the numbers, accounts and order of the list, hex: runs of the same list are compared. */
  list_sha256: string
  /** E-mail of who started it, or made the schedule. */
  created_by: string
  /** User who spends: who started it, resumed it last, or saved the schedule last. */
  payer: string
  created_at: string
  state: 'running' | 'waiting' | 'paused' | 'cancelled' | 'done'
  /** Why it waits or is paused. */
  reason: string | null
  /** What the service said, where it said more. */
  message: string | null
  wait_until: string | null
  finished_at: string | null
  rows: number
  numbers: number
  /** Charged, as the service said. */
  units: number
  /** Numbers that were answered while the service did not say what they cost. */
  unsaid: number
  /** 1: goes on by itself when the pool is renewed. */
  after_midnight: number
  /** 1: the service has said that it answers a call of the same key again without a charge. */
  keeps_keys: number
  /** Names the call that is under way, or was when its process died; null for none. */
  chunk_key: string | null
  chunk_at: string | null
  /** Most numbers of the next call. */
  chunk_size: number
  /** Calls in a row that came to nothing. */
  failures: number
  /** Most units that it may be charged; 0: as many as it has numbers. */
  budget_units: number
  claimed_by: string | null
  claimed_until: string | null
}

/** One number is asked about once, however many rows have it. */
export type WhiteListNumberTable = {
  run_id: string
  account_id: string
  position: number
  kind: 'nip' | 'krs'
  value: string
  /** `asked`: in the call under way; `unsure`: its answer was lost, and it may have been charged. */
  state: 'waiting' | 'asked' | 'answered' | 'unsure' | 'error'
  status: 'active' | 'exempt' | 'unregistered' | 'not_found' | null
  /** Day of the removal from the register, of one that was removed. */
  removed_on: string | null
  name: string | null
  /** As answered, of a number that was asked by its KRS. */
  nip: string | null
  request_id: string | null
  answered_at: string | null
  /** Of `answer`, hex. */
  sha256: string | null
  /** JSON of the result, personal numbers masked. Never changed. */
  answer: string | null
  /** Why there is none, of an `error`. */
  fault: 'refused' | 'missing' | 'unreadable' | null
  /** What a search is held against. */
  folded: string
}

export type WhiteListRowTable = {
  run_id: string
  account_id: string
  position: number
  /** Of the list that was given. */
  line: number
  /** Position of its number. */
  number: number
  /** 26 digits. */
  account: string | null
  /** For which the person wants proof. */
  day: string | null
  verdict: 'listed' | 'not_listed' | 'cannot_tell' | null
}

export type WhiteListScheduleTable = {
  id: string
  account_id: string
  name: string
  tag: string
  rhythm: 'daily' | 'weekly'
  weekday: number
  hour: number
  /** Most units of one run. */
  budget_units: number
  after_midnight: number
  enabled: number
  created_by: string
  payer: string
  created_at: string
  updated_at: string
  /** Null of one that is off or stopped. */
  next_at: string | null
  /** Why the panel stopped it; null while it works. */
  stopped: string | null
  stopped_at: string | null
  last_at: string | null
  last_outcome: string | null
  last_run_id: string | null
  /** Numbers that the tag had then. */
  last_numbers: number | null
}

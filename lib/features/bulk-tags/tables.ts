import type { Generated } from 'kysely'

/** Rows of bulk tag changes and bulk deletions. Conventions: `lib/storage/tables.ts`. */

export type BulkTagTables = {
  bulk_tag_jobs: BulkTagJobTable
  bulk_tag_chunks: BulkTagChunkTable
  bulk_tag_steps: BulkTagStepTable
  tag_changes: TagChangeTable
  tag_change_monitors: TagChangeMonitorTable
}

export type BulkTagJobTable = {
  id: string
  account_id: string
  kind: 'change' | 'undo' | 'delete'
  /** The change that this job undoes; there is one undo per change. */
  undo_of: string | null
  actor: string
  /** The user whose permission is checked; null in older rows, which only a browser can continue. */
  user_id: string | null
  /** Stays `running` during an interruption, which `touched_at` reveals. */
  state: 'running' | 'cancelled' | 'done'
  /** JSON lists. */
  add_tags: string
  remove_tags: string
  selected: number
  changing: number
  same: number
  refused: number
  missing: number
  created_at: string
  touched_at: string
  finished_at: string | null
}

/** A chunk of a job: some of its monitors. */
export type BulkTagChunkTable = {
  job_id: string
  number: number
  state: 'waiting' | 'failed' | 'done'
  /** JSON list, in the order of the service's list. */
  ids: string
  /**
   * Cursor of the first page that contains the monitors, and the number of pages; null if they were not read from the
   * list.
   */
  cursor: string | null
  pages: number
  monitors: number
  updated: number
  changed: number
}

/** A call of the service. The row is written before the call, so that a lost answer can be resolved later. */
export type BulkTagStepTable = {
  job_id: string
  chunk: number
  number: number
  state: 'sent' | 'done'
  updated: number
  /**
   * JSON list of `TagDifference`, or of `DeletedMonitor` for a deletion: the planned changes, or the actual ones once
   * done.
   */
  differences: string
  /** Null in older rows. */
  sent_at: string | null
}

/** Effect of a call on monitors with the same difference. It outlives the job as part of the monitors' history. */
export type TagChangeTable = {
  id: Generated<number>
  account_id: string
  job_id: string
  undo_of: string | null
  at: string
  actor: string
  /** JSON lists, without personal numbers. */
  added: string
  removed: string
}

type TagChangeMonitorTable = { monitor_id: string; change_id: number }

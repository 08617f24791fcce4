import type { Generated } from 'kysely'

/** Rows of the changes of tags, and of the deletions, of many monitors. Conventions: `lib/storage/tables.ts`. */

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
  /** The change that this one takes back; one undo per change. */
  undo_of: string | null
  actor: string
  /** Whose right it needs; null for one from before this was kept, with which nobody but a browser goes on. */
  user_id: string | null
  /** `running` also when nobody goes on with it: that shows in `touched_at`. */
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

/** The monitors of one part of a run. */
export type BulkTagChunkTable = {
  job_id: string
  number: number
  state: 'waiting' | 'failed' | 'done'
  /** JSON list, in the order of the service's list. */
  ids: string
  /** Where in the service's list they stand: the cursor of the first page and how many pages; null when not in the list. */
  cursor: string | null
  pages: number
  monitors: number
  updated: number
  changed: number
}

/** One call of the service. It is written before the call, so that a call whose answer was lost can be made out later. */
export type BulkTagStepTable = {
  job_id: string
  chunk: number
  number: number
  state: 'sent' | 'done'
  /** How many monitors the service says it changed. */
  updated: number
  /**
   * JSON list of `TagDifference`: what the call was to change; once done, what it did change. Of a deletion, of `DeletedMonitor`: what was
   * to be deleted, and once done, what was.
   */
  differences: string
  /** Null for one from before this was kept. */
  sent_at: string | null
}

/** What a call did to the monitors that gained and lost the same tags. It outlives the job: it is their history. */
export type TagChangeTable = {
  id: Generated<number>
  account_id: string
  job_id: string
  /** The job that this one took back. */
  undo_of: string | null
  at: string
  actor: string
  /** JSON lists, without personal numbers. */
  added: string
  removed: string
}

type TagChangeMonitorTable = { monitor_id: string; change_id: number }

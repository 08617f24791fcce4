/** Rows of the record of imports. Conventions: `lib/storage/tables.ts`. */

export type ImportTables = {
  imports: ImportTable
  import_monitors: ImportMonitorTable
  import_rejections: ImportRejectionTable
}

export type ImportTable = {
  /** Made by the browser, so that a step that is sent again is the same import. */
  id: string
  account_id: string
  actor: string
  kind: 'import' | 'reconcile'
  /** Empty for a pasted list. */
  file_name: string
  /** What was reconciled. */
  tag: string | null
  /** What was sent. */
  subjects: number
  /** Numbers of the list; null for imports made before this was recorded. */
  list_rows: number | null
  list_refused: number | null
  list_repeated: number | null
  /** Hex; null for a pasted list. */
  file_sha256: string | null
  /** `running` also when nobody goes on with it. */
  state: 'running' | 'done' | 'undoing' | 'undone'
  /** When the newest monitor was added that was there before, by the service's clock; null when there was none. */
  newest_at: string | null
  started_at: string
  finished_at: string | null
  undone_at: string | null
  /** Who began to take it back. */
  undone_by: string | null
}

export type ImportMonitorTable = {
  import_id: string
  account_id: string
  monitor_id: string
  effect: 'added' | 'tagged' | 'removed' | 'untagged'
  identifier_type: string
  /** Of a person a mask and a hash. */
  identifier: string
  /** Masked, as is `tags`. */
  label: string
  /** JSON list: that it got or lost; of a removed one, that it had. */
  tags: string
  /** `kept`: it stands. Else taken back, or why not. */
  state: 'kept' | 'undone' | 'gone' | 'changed' | 'person'
  at: string
  /** Of the source; null where it is not known, or the monitor was not on the list. */
  line: number | null
  /** 1: the service named the subject of what was added, 0: it did not; null for persons and where it does not say. */
  named: number | null
  undone_at: string | null
  undone_by: string | null
}

/** A row of the list that was not sent, or not taken. */
export type ImportRejectionTable = {
  import_id: string
  account_id: string
  /** Counts the rejections of one import. */
  place: number
  line: number
  kind: 'refused' | 'repeated' | 'service'
  /** Of a person a mask and a hash. */
  identifier: string
  /** Masked, as is `reason`. */
  label: string
  reason: string
}

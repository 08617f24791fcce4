import type { SourceFault } from '@/lib/client/read-table/source-table'

import type { ImportJob, JobProgress } from '../job/job'
import type { ReconcileResult } from '../reconcile/apply-reconcile'
import type { ImportSnapshot } from './import-snapshot'

/** The origin of the list. `paste`: too long for the field, so it is stored outside it. */
export type ImportSource =
  | { readonly kind: 'text' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'file'; readonly name: string }

export type KnownMonitorsState =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading'; readonly done: number; readonly total: number | undefined }
  | { readonly kind: 'ready'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: unknown }

export type RunLabel = 'preparing' | 'sending' | 'removing' | 'untagging' | 'undoing'
export interface RunState {
  readonly label: RunLabel
  readonly done: number
  readonly total: number
}

export interface StoredJob {
  readonly job: ImportJob
  readonly progress: JobProgress
  readonly isLasting: boolean
}

export interface ImportState {
  readonly text: string
  readonly source: ImportSource
  readonly isReading: boolean
  readonly fault: SourceFault | undefined
  /** Undefined while there is no list. */
  readonly snapshot: ImportSnapshot | undefined
  readonly known: KnownMonitorsState
  /** Tags for every row of the list. */
  readonly tags: readonly string[]
  readonly run: RunState | undefined
  /** A stored job that is not finished. */
  readonly unfinishedJob: StoredJob | undefined
  readonly error: unknown
  readonly outcome: JobProgress | undefined
  /** The panel's record of that job. */
  readonly recordId: string | undefined
  /** The changes of the last reconciliation, until it is undone. */
  readonly reconciled: ReconcileResult | undefined
  /** True if another tab of this browser is working on the stored job. */
  readonly isElsewhere: boolean
}

export const emptyState: ImportState = {
  text: '',
  source: { kind: 'text' },
  isReading: false,
  fault: undefined,
  snapshot: undefined,
  known: { kind: 'unasked' },
  tags: [],
  run: undefined,
  unfinishedJob: undefined,
  error: undefined,
  outcome: undefined,
  recordId: undefined,
  reconciled: undefined,
  isElsewhere: false,
}

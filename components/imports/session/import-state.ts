import type { SourceFault } from '@/lib/client/read-table/source-table'

import type { ImportJob, JobProgress } from '../job/job'
import type { Reconciled } from '../reconcile/apply-reconcile'
import type { ImportSnapshot } from './import-snapshot'

/** Where the list came from. `paste`: too long for the field, so it is kept beside it. */
export type ImportSource =
  | { readonly kind: 'text' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'file'; readonly name: string }

/** How far the monitors of the account are known. */
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

export interface KeptJob {
  readonly job: ImportJob
  readonly progress: JobProgress
  readonly isLasting: boolean
}

export interface ImportState {
  /** What stands in the field. */
  readonly text: string
  readonly source: ImportSource
  readonly isReading: boolean
  readonly fault: SourceFault | undefined
  /** Undefined while there is no list. */
  readonly snapshot: ImportSnapshot | undefined
  readonly known: KnownMonitorsState
  /** For every row of the list. */
  readonly tags: readonly string[]
  readonly run: RunState | undefined
  /** A job that is not at its end. */
  readonly kept: KeptJob | undefined
  /** What stopped the last run. */
  readonly error: unknown
  /** What came of the last job. */
  readonly outcome: JobProgress | undefined
  /** The panel's record of that job. */
  readonly recordId: string | undefined
  /** What a reconciliation has done, until it is taken back. */
  readonly reconciled: Reconciled | undefined
  /** Another tab of this browser works on the kept job. */
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
  kept: undefined,
  error: undefined,
  outcome: undefined,
  recordId: undefined,
  reconciled: undefined,
  isElsewhere: false,
}

import type { ApiError } from '@/lib/domain/api-error'
import type { PreviewedReport, PreviewEnd, PreviewRow } from '@/lib/features/report-preview/contract'

/** What is looked at: all rows, those that a search finds, or those that monitors watch. */
export interface PreviewAsk {
  readonly search: string
  readonly isMonitored: boolean
}

/** A report that could not be opened, as it crosses from thread to thread. */
export type PreviewFault = Pick<ApiError, 'status' | 'code' | 'message' | 'requestId' | 'retryAfterS'>

export interface PreviewState {
  /** Absent until the first line came. */
  readonly report: PreviewedReport | undefined
  readonly columns: readonly string[]
  /** Rows that were found so far. */
  readonly count: number
  /** Rows that were read for them. */
  readonly read: number
  readonly isReading: boolean
  /** Why reading ended; absent while there is more to read. */
  readonly end: PreviewEnd | undefined
  readonly fault: PreviewFault | undefined
}

export interface PreviewWindow {
  readonly from: number
  /** Undefined where a row is still on its way. */
  readonly rows: readonly (PreviewRow | undefined)[]
}

/** To the thread: what to look at, which rows are in sight, and to go on where reading stopped. */
export type PreviewRequest =
  | {
      readonly kind: 'open'
      readonly address: string
      readonly headers: Record<string, string>
      readonly ask: PreviewAsk
    }
  | { readonly kind: 'show'; readonly from: number; readonly to: number }
  | { readonly kind: 'more' }

export interface PreviewNews {
  readonly state: PreviewState
  readonly window: PreviewWindow
}

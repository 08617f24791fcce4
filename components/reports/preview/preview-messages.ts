import type { ApiError } from '@/lib/domain/api-error'
import type { PreviewedReport, PreviewEnd, PreviewRow } from '@/lib/features/report-preview/contract'

/** Which rows to show: all, those that match a search, or those of monitored subjects; and whether with names of persons. */
export interface PreviewFilter {
  readonly search: string
  readonly isMonitored: boolean
  readonly showsNames: boolean
}

/** An error while opening a report, in a form that can be sent between threads. */
export type PreviewError = Pick<ApiError, 'status' | 'code' | 'message' | 'requestId' | 'retryAfterS'>

export interface PreviewState {
  /** Undefined until the first line arrives. */
  readonly report: PreviewedReport | undefined
  readonly columns: readonly string[]
  /** Rows found so far. */
  readonly count: number
  /** Rows read so far to find them. */
  readonly read: number
  readonly isReading: boolean
  /** Why reading ended; undefined while there are more rows. */
  readonly end: PreviewEnd | undefined
  readonly fault: PreviewError | undefined
}

export interface PreviewWindow {
  readonly from: number
  /** Undefined for a row that is still loading. */
  readonly rows: readonly (PreviewRow | undefined)[]
}

/** Messages to the worker: what to show, which rows are visible, and to continue after a stop. */
export type PreviewRequest =
  | {
      readonly kind: 'open'
      readonly address: string
      readonly headers: Record<string, string>
      readonly filter: PreviewFilter
    }
  | { readonly kind: 'show'; readonly from: number; readonly to: number }
  | { readonly kind: 'more' }

export interface PreviewUpdate {
  readonly state: PreviewState
  readonly window: PreviewWindow
}

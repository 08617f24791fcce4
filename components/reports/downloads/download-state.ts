import type { PanelOutput } from '@/lib/features/contract'

export type BrokenDownloadReason = NonNullable<PanelOutput<'reportDownloads.get'>['reason']>

/** An incomplete download; nothing was saved under its name. */
export class BrokenDownload extends Error {
  override readonly name = 'BrokenDownload'
  readonly reason: BrokenDownloadReason | 'unknown'

  constructor(reason: BrokenDownloadReason | 'unknown', options?: ErrorOptions) {
    super(`The download is broken: ${reason}`, options)
    this.reason = reason
  }
}

/** Checked by name rather than class, because a module may be loaded more than once. */
export const isBrokenDownload = (error: unknown): error is BrokenDownload =>
  error instanceof Error && error.name === 'BrokenDownload' && 'reason' in error

export interface ActiveDownload {
  /** `waiting`: queued behind others; `asking`: requesting the file from the service. */
  readonly phase: 'waiting' | 'asking' | 'running' | 'checking'
  readonly bytes: number
  readonly total: number | undefined
  /** Milliseconds that the bytes so far took. */
  readonly tookMs: number
  /** True if this page writes the file, so that leaving the page aborts it. */
  readonly isOfPage: boolean
}

/** A complete download. `isChecked`: size and hash match those that the service reported. */
export interface DoneDownload {
  readonly phase: 'done'
  readonly bytes: number
  readonly isChecked: boolean
}

/** Progress, completion or error of one report's download; undefined if there is none. */
export type DownloadState = ActiveDownload | DoneDownload | Error | undefined

export const isActive = (state: DownloadState): state is ActiveDownload =>
  state !== undefined && !(state instanceof Error) && state.phase !== 'done'

/** Starts a timer and returns a function that computes the progress. */
export function progressOf(active: ActiveDownload): (bytes: number) => ActiveDownload {
  const from = performance.now()
  return (bytes) => ({ ...active, bytes, tookMs: performance.now() - from })
}

export const noBytes: ActiveDownload = {
  phase: 'waiting',
  bytes: 0,
  total: undefined,
  tookMs: 0,
  isOfPage: false,
}

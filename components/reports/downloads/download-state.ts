import type { PanelOutput } from '@/lib/features/contract'

export type BrokenDownloadReason = NonNullable<PanelOutput<'reportDownloads.get'>['reason']>

/** A file that did not come whole; nothing of it was kept under its name. */
export class BrokenDownload extends Error {
  override readonly name = 'BrokenDownload'
  readonly reason: BrokenDownloadReason | 'unknown'

  constructor(reason: BrokenDownloadReason | 'unknown', options?: ErrorOptions) {
    super(`The download is broken: ${reason}`, options)
    this.reason = reason
  }
}

/** By name, not by class: a module may be loaded more than once. */
export const isBrokenDownload = (error: unknown): error is BrokenDownload =>
  error instanceof Error && error.name === 'BrokenDownload' && 'reason' in error

export interface ActiveDownload {
  /** `waiting`: others are under way; `asking`: the service is asked for it. */
  readonly phase: 'waiting' | 'asking' | 'running' | 'checking'
  readonly bytes: number
  readonly total: number | undefined
  /** How long the bytes so far took, in ms. */
  readonly tookMs: number
  /** This page writes the file: it ends with the page. */
  readonly isOfPage: boolean
}

/** Whole. `isChecked`: its size and hash are those that the service names. */
export interface DoneDownload {
  readonly phase: 'done'
  readonly bytes: number
  readonly isChecked: boolean
}

/** Of one report: on its way, here, or why it could not be had. Undefined when there is nothing to say. */
export type DownloadState = ActiveDownload | DoneDownload | Error | undefined

export const isActive = (state: DownloadState): state is ActiveDownload =>
  state !== undefined && !(state instanceof Error) && state.phase !== 'done'

/** Counts the time from now on: a function that says how far it is. */
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

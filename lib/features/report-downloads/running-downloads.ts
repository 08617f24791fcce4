import { isApiError } from '@/lib/domain/api-error'
import { BrokenReport } from '@/lib/features/reports/report-reader'

import type { ReportDownload } from './contract'

type Reason = NonNullable<ReportDownload['reason']>
type DownloadRegistry = {
  readonly running: Map<string, number>
  /** Why a download ended early; the newest is last. */
  readonly ended: Map<string, Reason>
}

const MAX_ENDED = 1000
// Stored on globalThis because Next loads modules in more than one graph: the sender of files and the reader of their
// state are in different ones.
const KEY = Symbol.for('registers-panel.downloads')
type RegistryHolder = { [KEY]?: DownloadRegistry }
/** Safe: only this module uses the symbol. */
const registryHolder = globalThis as RegistryHolder
const registry = (): DownloadRegistry => (registryHolder[KEY] ??= { running: new Map(), ended: new Map() })

export function noteRunning(id: string): void {
  const { running, ended } = registry()
  running.set(id, (running.get(id) ?? 0) + 1)
  ended.delete(id)
}

export function noteEnded(id: string, reason: Reason | undefined): void {
  const { running, ended } = registry()
  const remaining = (running.get(id) ?? 1) - 1
  if (remaining > 0) running.set(id, remaining)
  else running.delete(id)
  if (reason === undefined) return
  ended.set(id, reason)
  const [oldest] = ended.keys()
  if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest)
}

export const isRunning = (id: string): boolean => registry().running.has(id)
/** Undefined also for a file that another process sent. */
export const endReasonOf = (id: string): Reason | undefined => registry().ended.get(id)

/** Thrown while a file is sent, when the session has ended or its role may no longer download the file. */
export class RefusedDownload extends Error {
  override readonly name = 'RefusedDownload'
}

export function brokenReasonOf(error: unknown): Reason {
  if (error instanceof BrokenReport) return error.reason
  if (error instanceof RefusedDownload) return 'refused'
  if (isApiError(error)) return error.status === 410 ? 'expired' : 'short'
  return 'interrupted'
}

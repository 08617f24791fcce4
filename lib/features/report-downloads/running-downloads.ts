import { isApiError } from '@/lib/domain/api-error'
import { BrokenReport } from '@/lib/features/reports/report-reader'

import type { ReportDownload } from './contract'

type Reason = NonNullable<ReportDownload['reason']>
type Known = {
  readonly running: Map<string, number>
  /** Why a download ended early, the newest last. */
  readonly ended: Map<string, Reason>
}

const MOST_ENDED = 1000
// On globalThis because Next loads modules in more than one graph: what hands files out, and what tells of it, are two.
const KEY = Symbol.for('registers-panel.downloads')
type Holder = { [KEY]?: Known }
/** Sound: the symbol is ours alone. */
const holder = globalThis as Holder
const known = (): Known => (holder[KEY] ??= { running: new Map(), ended: new Map() })

export function noteRunning(id: string): void {
  const { running, ended } = known()
  running.set(id, (running.get(id) ?? 0) + 1)
  ended.delete(id)
}

export function noteEnded(id: string, reason: Reason | undefined): void {
  const { running, ended } = known()
  const left = (running.get(id) ?? 1) - 1
  if (left > 0) running.set(id, left)
  else running.delete(id)
  if (reason === undefined) return
  ended.set(id, reason)
  const [oldest] = ended.keys()
  if (ended.size > MOST_ENDED && oldest !== undefined) ended.delete(oldest)
}

export const isRunning = (id: string): boolean => known().running.has(id)
/** Undefined also for what another process handed out. */
export const endingOf = (id: string): Reason | undefined => known().ended.get(id)

/** Thrown in the middle of a file to a session that has ended, or whose role may not have it any more. */
export class RefusedDownload extends Error {
  override readonly name = 'RefusedDownload'
}

export function brokenReasonOf(error: unknown): Reason {
  if (error instanceof BrokenReport) return error.reason
  if (error instanceof RefusedDownload) return 'refused'
  if (isApiError(error)) return error.status === 410 ? 'expired' : 'short'
  return 'interrupted'
}

import { runSteps, withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import type { ImportApi, RevealedMonitor } from '../job/import-api'
import { CHUNK, type JobItem } from '../job/job'
import type { PlanRow } from './reconcile-plan'

/** The service deletes one monitor per call, so a few calls run at a time. */
const AT_ONCE = 4

/** What a reconciliation has really done: enough to take it back. */
export interface Reconciled {
  /** Of the panel's record. */
  readonly id?: string | undefined
  readonly tag: string
  /** Ids of monitors that were created. */
  readonly added: readonly string[]
  /** Ids of monitors that were there and got the tag. */
  readonly tagged: readonly string[]
  readonly removed: readonly PlanRow[]
  /** Ids of monitors that lost the tag. */
  readonly untagged: readonly string[]
}

export interface ApplyOptions {
  readonly api: ImportApi
  readonly signal: AbortSignal
  readonly report: (done: number) => void
}

interface StepsResult {
  readonly error: unknown
  readonly isCancelled: boolean
}

/** Deletes monitors; one that somebody else deleted first is gone, which is what was asked for. */
export async function removeMonitors(
  ids: readonly string[],
  onRemoved: (id: string) => void,
  { api, signal, report }: ApplyOptions,
): Promise<StepsResult> {
  const run = async (id: string) => {
    try {
      await api.remove(id)
    } catch (error) {
      if (!isApiError(error) || error.status !== 404) throw error
    }
    onRemoved(id)
  }
  return runSteps({ items: ids, signal, run, onDone: report, width: AT_ONCE })
}

/** Puts a tag on monitors, or takes it off. */
export async function retag(
  ids: readonly string[],
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  { api, signal }: Pick<ApplyOptions, 'api' | 'signal'>,
): Promise<void> {
  for (const chunk of chunksOf(ids, CHUNK)) {
    await withRateLimit(signal, () => api.tag(chunk, change))
    signal.throwIfAborted()
  }
}

/** Rows whose number or label is shown masked: they could not be put back as they stand. */
const isHidden = ({ value, label }: PlanRow): boolean => isMaskedText(value) || isMaskedText(label)
export const hiddenRows = (rows: readonly PlanRow[]): PlanRow[] => rows.filter(isHidden)

/** The rows as they really are, so that undo can bring them back; what cannot be read is not removed. */
export async function revealRows(
  rows: readonly PlanRow[],
  { api, signal }: Pick<ApplyOptions, 'api' | 'signal'>,
): Promise<PlanRow[]> {
  const shown = new Map<string, RevealedMonitor>()
  const hidden = hiddenRows(rows).flatMap(({ id }) => id ?? [])
  for (const ids of chunksOf(hidden, CHUNK)) {
    for (const monitor of await withRateLimit(signal, () => api.reveal(ids))) shown.set(monitor.id, monitor)
    signal.throwIfAborted()
  }
  // One that is hidden and was not found is gone already.
  return rows.map((row) => ({ ...row, ...shown.get(row.id ?? '') })).filter((row) => !isHidden(row))
}

/** What puts removed monitors back: the same subjects with their labels and tags. */
export const restoredItems = (removed: readonly PlanRow[]): JobItem[] =>
  removed.map(({ type, value, label, tags }) => ({
    line: 0,
    /** Sound: the type of a monitor that was there. */
    type: type as IdentifierType,
    value,
    label,
    tags,
  }))

import { runSteps, withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import type { ImportApi, RevealedMonitor } from '../job/import-api'
import { CHUNK, type JobItem } from '../job/job'
import type { PlanRow } from './reconcile-plan'

/** The service deletes one monitor per call, so four calls run at a time. */
const CONCURRENCY = 4

export interface ReconcileResult {
  /** The id of the panel's record. */
  readonly id?: string | undefined
  readonly tag: string
  /** Ids of created monitors. */
  readonly added: readonly string[]
  /** Ids of existing monitors that received the tag. */
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

/** Deletes monitors. A monitor that another user has already deleted counts as deleted. */
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
  return runSteps({ items: ids, signal, run, onDone: report, width: CONCURRENCY })
}

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

/** Rows with a masked number or label could not be restored. */
const isHidden = ({ value, label }: PlanRow): boolean => isMaskedText(value) || isMaskedText(label)
export const hiddenRows = (rows: readonly PlanRow[]): PlanRow[] => rows.filter(isHidden)

/**
 * Returns the rows unmasked, so that undo can restore them. Rows that cannot be unmasked are left out and therefore not
 * deleted.
 */
export async function revealRows(
  rows: readonly PlanRow[],
  { api, signal }: Pick<ApplyOptions, 'api' | 'signal'>,
): Promise<PlanRow[]> {
  const revealed = new Map<string, RevealedMonitor>()
  const hidden = hiddenRows(rows).flatMap(({ id }) => id ?? [])
  for (const ids of chunksOf(hidden, CHUNK)) {
    for (const monitor of await withRateLimit(signal, () => api.reveal(ids))) revealed.set(monitor.id, monitor)
    signal.throwIfAborted()
  }
  // A masked row that was not found has already been deleted.
  return rows.map((row) => ({ ...row, ...revealed.get(row.id ?? '') })).filter((row) => !isHidden(row))
}

export const restoredItems = (removed: readonly PlanRow[]): JobItem[] =>
  removed.map(({ type, value, label, tags }) => ({
    line: 0,
    /** Safe: the type comes from an existing monitor. */
    type: type as IdentifierType,
    value,
    label,
    tags,
  }))

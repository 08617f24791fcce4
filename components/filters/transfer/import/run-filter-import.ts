import { lazyCall } from '@/lib/client/queries'
import { runSteps } from '@/lib/client/run-steps'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

import {
  contentToSend,
  type FilterRecord,
  noServiceFaults,
  placeServiceFaults,
  type ServiceFaults,
} from '../../draft/filter-draft'
import type { PlannedFilter } from './import-plan'

export type ImportOutcome =
  | { readonly kind: 'created' | 'replaced'; readonly filter: FilterRecord }
  | { readonly kind: 'refused'; readonly error: ApiError; readonly faults: ServiceFaults }
  /** The import stopped before this filter. */
  | { readonly kind: 'waiting' }

interface RunImportOptions {
  readonly planned: readonly PlannedFilter[]
  /** The versions that the preview was made with, so that a filter changed since then is not overwritten. */
  readonly known: readonly FilterRecord[]
  readonly signal: AbortSignal
  readonly onDone: (done: number) => void
}

export interface ImportRun {
  /** The outcomes of filters that were not skipped, by index in `planned`. */
  readonly outcomes: ReadonlyMap<number, ImportOutcome>
  /** What stopped the import early, such as a lost connection or an expired session. */
  readonly error: unknown
}

/** Statuses that concern only this filter; any other would fail the rest as well. */
const FILTER_REFUSALS = [404, 409, 413, 422]

async function saveFilter(
  { name, choice, judged }: PlannedFilter,
  known: readonly FilterRecord[],
): Promise<ImportOutcome> {
  const body = { name: name.trim(), content: contentToSend(judged.content) }
  if (choice?.kind !== 'replace') return { kind: 'created', filter: await lazyCall('filters.create', { body }) }
  const existing = known.find(({ id }) => id === choice.id)
  const version = existing?.updated_at === undefined ? {} : { updated_at: existing.updated_at }
  const filter = await lazyCall('filters.update', { params: { filter_id: choice.id }, body: { ...body, ...version } })
  return { kind: 'replaced', filter }
}

export async function runFilterImport({ planned, known, signal, onDone }: RunImportOptions): Promise<ImportRun> {
  const outcomes = new Map<number, ImportOutcome>()
  const items = [...planned.entries()].filter(([, { choice }]) => choice !== undefined && choice.kind !== 'skip')
  for (const [at] of items) outcomes.set(at, { kind: 'waiting' })
  const run = async ([at, each]: readonly [number, PlannedFilter]) => {
    try {
      outcomes.set(at, await saveFilter(each, known))
    } catch (error) {
      if (!isApiError(error) || !FILTER_REFUSALS.includes(error.status)) throw error
      const faults = error.status === 422 ? placeServiceFaults(error.fields, each.judged.content) : noServiceFaults
      outcomes.set(at, { kind: 'refused', error, faults })
    }
  }
  const { error } = await runSteps({ items, signal, run, onDone })
  return { outcomes, error }
}

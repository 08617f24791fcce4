import { withRateLimit } from '@/lib/client/run-steps'
import type { MonitorItem } from '@/lib/contract/monitors'
import { applyTagChange } from '@/lib/domain/tags/tags'

import { identifierKey, type KnownMonitor } from '../judge/known-monitors'
import type { ImportApi, ImportStep } from './import-api'
import type { JobItem, JobProgress, RefusedItem } from './job'

export interface StepOptions {
  readonly api: ImportApi
  readonly signal: AbortSignal
  /** Saves the progress; saved steps are not repeated. */
  readonly save: (progress: JobProgress) => Promise<void>
  readonly record?: ((step: ImportStep) => Promise<void>) | undefined
  /** Called with the ids of monitors that this job created, if it had to look them up for tagging. */
  readonly onAdded?: ((ids: readonly string[]) => void) | undefined
  /** Called with the ids of existing monitors that received tags. */
  readonly onTagged?: ((ids: readonly string[]) => void) | undefined
}

const toItem = ({ type, value, label }: JobItem): MonitorItem => ({
  identifier_type: type,
  identifier_value: value,
  ...(label === '' ? {} : { label }),
})

type Invalid = readonly { readonly index?: number | undefined; readonly error?: string | undefined }[]

/** Converts `index`, which counts within one call, to the line of the source. */
export function listRefusedItems(sent: readonly JobItem[], invalid: Invalid): RefusedItem[] {
  return invalid.flatMap(({ index, error = '' }) => {
    const item = index === undefined ? undefined : sent[index]
    return item === undefined ? [] : [{ line: item.line, identifier: item.value, reason: error }]
  })
}

const chunkCounts = ({ inserted, duplicates }: Awaited<ReturnType<ImportApi['create']>>) => ({
  inserted: inserted ?? 0,
  duplicates: duplicates ?? 0,
})

/** If the answer to a chunk was lost, it is sent again and the duplicates it finds count as created by this job. */
async function create(items: readonly JobItem[], progress: JobProgress, { api, signal, save }: StepOptions) {
  const newItems = items.filter(({ known }) => known === undefined)
  if (progress.isCreated || newItems.length === 0) return { ...progress, isCreated: true }
  await save({ ...progress, isBegun: true })
  const answer = await withRateLimit(signal, () => api.create(newItems.map(toItem)))
  const { inserted, duplicates } = chunkCounts(answer)
  const next: JobProgress = {
    ...progress,
    isBegun: true,
    isCreated: true,
    added: inserted + (progress.isBegun ? duplicates : 0),
    inserted: progress.inserted + inserted,
    existing: progress.existing + (progress.isBegun ? 0 : duplicates),
    recovered: progress.recovered + (progress.isBegun ? duplicates : 0),
    refused: [...progress.refused, ...listRefusedItems(newItems, answer.invalid ?? [])],
  }
  await save(next)
  return next
}

/**
 * Finds the monitors of these items, newest first, with unmasked numbers. A bulk call returns only counts, so the list
 * is read until all are found. Personal numbers are masked in it, so those monitors are found by id.
 */
async function findMonitors(items: readonly JobItem[], { api, signal }: StepOptions): Promise<KnownMonitor[]> {
  const newItems = items.filter(({ known }) => known === undefined)
  const numbers = newItems.filter(({ type }) => type === 'pesel').map(({ value }) => value)
  const persons = numbers.length === 0 ? [] : await withRateLimit(signal, () => api.persons(numbers))
  const valueOf = new Map(persons.flatMap(({ id, value }) => (id === undefined ? [] : [[id, value] as const])))
  const others = newItems.filter(({ type }) => type !== 'pesel').map(({ type, value }) => identifierKey(type, value))
  const missing = new Set([...valueOf.keys(), ...others])
  const found: KnownMonitor[] = []
  let cursor: string | undefined
  while (missing.size > 0) {
    const from = cursor
    const page = await withRateLimit(signal, () => api.page(from))
    signal.throwIfAborted()
    for (const monitor of page.monitors) {
      const value = valueOf.get(monitor.id) ?? monitor.value
      if (missing.delete(monitor.id) || missing.delete(identifierKey(monitor.type, value)))
        found.push({ ...monitor, value })
    }
    cursor = page.next
    if (cursor === undefined) break
  }
  return found
}

interface Target {
  readonly id: string
  readonly has: readonly string[]
  readonly add: readonly string[]
  readonly isKnown: boolean
}

function targetsOf(items: readonly JobItem[], found: readonly KnownMonitor[]): Target[] {
  const byKey = new Map(found.map((monitor) => [identifierKey(monitor.type, monitor.value), monitor]))
  return items.flatMap(({ type, value, tags, known }) => {
    const monitor = byKey.get(identifierKey(type, value))
    const existing = known ?? (monitor && { id: monitor.id, has: monitor.tags })
    return existing === undefined || tags.length === 0 ? [] : [{ ...existing, add: tags, isKnown: known !== undefined }]
  })
}

export interface TagCall {
  readonly ids: readonly string[]
  readonly add: readonly string[]
}

/**
 * Groups the changes into one call per tag, for the monitors that lack it: the panel can only add a call to each
 * monitor's history if it changes all of them in the same way.
 */
export function tagCalls(targets: readonly Target[]): TagCall[] {
  const byTag = new Map<string, string[]>()
  for (const { id, has, add } of targets) {
    for (const tag of add.filter((each) => !has.includes(each))) {
      const ids = byTag.get(tag)
      if (ids) ids.push(id)
      else byTag.set(tag, [id])
    }
  }
  return [...byTag].map(([tag, ids]) => ({ ids, add: [tag] }))
}

/** Existing monitors that received tags, with only the new tags. */
const taggedIn = (items: readonly JobItem[], ids: ReadonlySet<string>) =>
  items.flatMap(({ type, value, tags, known }) =>
    known !== undefined && ids.has(known.id)
      ? [{ id: known.id, type, value, tags: tags.filter((tag) => !known.has.includes(tag)) }]
      : [],
  )

async function tag(items: readonly JobItem[], progress: JobProgress, options: StepOptions): Promise<JobProgress> {
  if (items.every(({ tags }) => tags.length === 0)) return progress
  const found = await findMonitors(items, options)
  // Monitors that others added at the same time are older than ours and therefore come later in the list.
  options.onAdded?.(found.slice(0, progress.added).map(({ id }) => id))
  const targets = targetsOf(items, found)
  const fitting = targets.filter(({ has, add }) => !applyTagChange(has, { add }).refused)
  for (const { ids, add } of tagCalls(fitting)) {
    await withRateLimit(options.signal, () => options.api.tag(ids, { add }))
    options.signal.throwIfAborted()
  }
  const ids = new Set(fitting.filter(({ isKnown }) => isKnown).map(({ id }) => id))
  options.onTagged?.([...ids])
  await options.record?.({ tagged: taggedIn(items, ids) })
  const full = targets.length - fitting.length
  return { ...progress, tagged: progress.tagged + fitting.length, full: progress.full + full }
}

/**
 * Creates the monitors of a chunk, finds and tags them. It can be repeated after any interruption: the service skips
 * created monitors and tags that a monitor already has.
 */
export async function sendChunk(
  items: readonly JobItem[],
  progress: JobProgress,
  options: StepOptions,
): Promise<JobProgress> {
  const created = await create(items, progress, options)
  const tagged = await tag(items, created, options)
  const sent = items.filter(({ known }) => known === undefined)
  const toSent = ({ type, value, tags, line }: JobItem) => ({ type, value, tags, line })
  if (sent.length > 0) await options.record?.({ sent: sent.map(toSent) })
  return { ...tagged, done: progress.done + 1, isBegun: false, isCreated: false, added: 0 }
}

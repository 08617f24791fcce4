import { monitorFields } from '@/lib/features/monitors/contract/fields'
import { createStore } from '@/lib/domain/store'

import { type MonitorEntry, toEntry } from '../search/monitor-entry'
import type { MonitorRecord } from './monitor-record'

export interface MonitorState {
  /** In the order of the service, newest first. A new array with every change. */
  readonly entries: readonly MonitorEntry[]
  /** How many there are in all, when the service says; above `entries.length` while they are being loaded. */
  readonly total: number | undefined
  /** All of them are here. */
  readonly isComplete: boolean
  /** When they were read last, epoch ms. */
  readonly readAt: number | undefined
  readonly error: unknown
}

/** What a whole reading found different from what was here. */
export interface MonitorChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export const nothingRead: MonitorState = {
  entries: [],
  total: undefined,
  isComplete: false,
  readAt: undefined,
  error: undefined,
}

/** Parsed JSON makes a text of every value; few of these differ, so one of each is kept. */
function createInterner() {
  const known = new Map<string, string>()
  const intern = (text: string): string => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, text)
    return text
  }
  const shared = (text: string | null | undefined) => (typeof text === 'string' ? intern(text) : text)
  return (monitor: MonitorRecord): MonitorRecord => ({
    ...monitor,
    identifier_type: shared(monitor.identifier_type),
    last_event_source: shared(monitor.last_event_source),
    filter_id: shared(monitor.filter_id),
    tags: monitor.tags?.map(intern),
  })
}

const changing = monitorFields.filter((field) => !('isFixed' in field))
const listed = (value: string | readonly string[] | null | undefined) =>
  typeof value === 'string' ? value : (value ?? []).join('\n')

function isSame(a: MonitorRecord, b: MonitorRecord): boolean {
  for (const { name, kind } of changing) {
    if (a[name] === b[name]) continue
    if (kind !== 'texts' || listed(a[name]) !== listed(b[name])) return false
  }
  return true
}

/** The state, who listens to it, and the entries by id. */
function createHolder() {
  const { read, write, subscribe } = createStore(nothingRead)
  let byId: ReadonlyMap<string, MonitorEntry> | undefined
  const tidy = createInterner()
  const index = (): ReadonlyMap<string, MonitorEntry> => {
    byId ??= new Map(read().entries.map((entry) => [entry.monitor.id, entry]))
    return byId
  }
  return {
    index,
    read,
    subscribe,
    publish: (part: Partial<MonitorState>) => {
      if (part.entries !== undefined) byId = undefined
      write({ ...read(), ...part })
    },
    toEntry: (monitor: MonitorRecord) => toEntry(tidy(monitor)),
    /** Entries of these records; what did not change stays the very same object, so that its row is not drawn again. */
    renew: (monitors: readonly MonitorRecord[]): MonitorEntry[] =>
      monitors.map((monitor) => {
        const before = index().get(monitor.id)
        return before !== undefined && isSame(before.monitor, monitor) ? before : toEntry(tidy(monitor))
      }),
  }
}

type Holder = ReturnType<typeof createHolder>

/** What was found by reading the service. */
const readingActions = ({ index, read, publish, renew }: Holder) => ({
  /** The next rows of a first reading. */
  append: (monitors: readonly MonitorRecord[], total: number | undefined) => {
    const fresh = monitors.filter(({ id }) => !index().has(id))
    const entries = [...read().entries, ...renew(fresh)]
    publish({ entries, total: total ?? read().total, error: undefined })
  },
  complete: (at: number) => publish({ isComplete: true, total: read().entries.length, readAt: at, error: undefined }),
  /** A whole new reading in place of the old one. */
  replace: (monitors: readonly MonitorRecord[], at: number): MonitorChanges => {
    const known = index()
    const entries = renew(monitors)
    const ids = new Set(monitors.map(({ id }) => id))
    publish({ entries, total: entries.length, isComplete: true, readAt: at, error: undefined })
    return {
      added: monitors.filter(({ id }) => !known.has(id)).map(({ id }) => id),
      removed: [...known.keys()].filter((id) => !ids.has(id)),
    }
  },
  /** The newest rows, as the service lists them now: those that are not here yet stand before the others. */
  upsertNewest: (monitors: readonly MonitorRecord[]): readonly string[] => {
    const known = index()
    const renewed = new Map(renew(monitors).map((entry) => [entry.monitor.id, entry]))
    const added = [...renewed.values()].filter(({ monitor }) => !known.has(monitor.id))
    const isChanged = [...renewed].some(([id, entry]) => known.get(id) !== entry)
    if (!isChanged) return []
    const entries = [...added, ...read().entries.map((entry) => renewed.get(entry.monitor.id) ?? entry)]
    publish({ entries, total: entries.length })
    return added.map(({ monitor }) => monitor.id)
  },
  /** What is here was found to be as the service has it. */
  confirm: (at: number) => publish({ readAt: at, error: undefined }),
  fail: (error: unknown) => publish({ error }),
  /** Before a first reading begins anew. */
  clear: () => publish(nothingRead),
})

/**
 * All monitors of the account in this browser: search, facets, order and selection work on them without asking. Kept
 * outside React and its cache, whose comparing of every answer would cost more than the answer.
 */
export function createMonitorStore() {
  const holder = createHolder()
  const { index, read, publish, subscribe } = holder
  return {
    ...readingActions(holder),
    subscribe,
    read,
    get: (id: string): MonitorRecord | undefined => index().get(id)?.monitor,
    /** New values of monitors that are here; others are ignored. */
    patch: (changes: ReadonlyMap<string, Partial<MonitorRecord>>) => {
      if (![...changes.keys()].some((id) => index().has(id))) return
      const entries = read().entries.map((entry) => {
        const change = changes.get(entry.monitor.id)
        return change === undefined ? entry : holder.toEntry({ ...entry.monitor, ...change })
      })
      publish({ entries })
    },
    /** Takes deleted monitors out. */
    drop: (ids: ReadonlySet<string>) => {
      const { entries, total } = read()
      const left = entries.filter(({ monitor }) => !ids.has(monitor.id))
      const dropped = entries.length - left.length
      if (dropped > 0) publish({ entries: left, total: total === undefined ? undefined : total - dropped })
    },
  }
}

export type MonitorStore = ReturnType<typeof createMonitorStore>

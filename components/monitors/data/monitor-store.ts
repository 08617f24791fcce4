import { monitorFields } from '@/lib/features/monitors/contract/fields'
import { createStore } from '@/lib/domain/store'

import { type MonitorEntry, toEntry } from '../search/monitor-entry'
import type { MonitorRecord } from './monitor-record'

export interface MonitorState {
  /** In the service's order, newest first. Every change creates a new array. */
  readonly entries: readonly MonitorEntry[]
  /** The total number, if the service reports it; larger than `entries.length` while loading. */
  readonly total: number | undefined
  readonly isComplete: boolean
  /** Milliseconds since the epoch of the last read. */
  readonly readAt: number | undefined
  readonly error: unknown
}

export interface MonitorChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export const initialState: MonitorState = {
  entries: [],
  total: undefined,
  isComplete: false,
  readAt: undefined,
  error: undefined,
}

/** Parsing JSON creates a new string per value; interning the few distinct ones saves memory. */
function createInterner() {
  const texts = new Map<string, string>()
  const intern = (text: string): string => {
    const found = texts.get(text)
    if (found !== undefined) return found
    texts.set(text, text)
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

const comparedFields = monitorFields.filter((field) => !('isFixed' in field))
const toText = (value: string | readonly string[] | null | undefined) =>
  typeof value === 'string' ? value : (value ?? []).join('\n')

function isSame(a: MonitorRecord, b: MonitorRecord): boolean {
  for (const { name, kind } of comparedFields) {
    if (a[name] === b[name]) continue
    if (kind !== 'texts' || toText(a[name]) !== toText(b[name])) return false
  }
  return true
}

function createHolder() {
  const { read, write, subscribe } = createStore(initialState)
  let byId: ReadonlyMap<string, MonitorEntry> | undefined
  const internTexts = createInterner()
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
    toEntry: (monitor: MonitorRecord) => toEntry(internTexts(monitor)),
    /** Entries for these records. An unchanged record retains its object, so that its row does not re-render. */
    renew: (monitors: readonly MonitorRecord[]): MonitorEntry[] =>
      monitors.map((monitor) => {
        const before = index().get(monitor.id)
        return before !== undefined && isSame(before.monitor, monitor) ? before : toEntry(internTexts(monitor))
      }),
  }
}

type Holder = ReturnType<typeof createHolder>

const readingActions = ({ index, read, publish, renew }: Holder) => ({
  append: (monitors: readonly MonitorRecord[], total: number | undefined) => {
    const newMonitors = monitors.filter(({ id }) => !index().has(id))
    const entries = [...read().entries, ...renew(newMonitors)]
    publish({ entries, total: total ?? read().total, error: undefined })
  },
  complete: (at: number) => publish({ isComplete: true, total: read().entries.length, readAt: at, error: undefined }),
  replace: (monitors: readonly MonitorRecord[], at: number): MonitorChanges => {
    const oldIndex = index()
    const entries = renew(monitors)
    const ids = new Set(monitors.map(({ id }) => id))
    publish({ entries, total: entries.length, isComplete: true, readAt: at, error: undefined })
    return {
      added: monitors.filter(({ id }) => !oldIndex.has(id)).map(({ id }) => id),
      removed: [...oldIndex.keys()].filter((id) => !ids.has(id)),
    }
  },
  /** Updates the newest rows; rows that are not in the store yet are inserted at the beginning. */
  upsertNewest: (monitors: readonly MonitorRecord[]): readonly string[] => {
    const oldIndex = index()
    const renewed = new Map(renew(monitors).map((entry) => [entry.monitor.id, entry]))
    const added = [...renewed.values()].filter(({ monitor }) => !oldIndex.has(monitor.id))
    const isChanged = [...renewed].some(([id, entry]) => oldIndex.get(id) !== entry)
    if (!isChanged) return []
    const entries = [...added, ...read().entries.map((entry) => renewed.get(entry.monitor.id) ?? entry)]
    publish({ entries, total: entries.length })
    return added.map(({ monitor }) => monitor.id)
  },
  /** Marks the stored data as current. */
  confirm: (at: number) => publish({ readAt: at, error: undefined }),
  fail: (error: unknown) => publish({ error }),
  /** Called before a first read starts over. */
  clear: () => publish(initialState),
})

/**
 * All monitors of the account in this browser, so that search, facets, sorting and selection need no requests. Stored
 * outside React and its query cache, because comparing every answer would cost more than the answer itself.
 */
export function createMonitorStore() {
  const holder = createHolder()
  const { index, read, publish, subscribe } = holder
  return {
    ...readingActions(holder),
    subscribe,
    read,
    get: (id: string): MonitorRecord | undefined => index().get(id)?.monitor,
    /** Updates monitors in the store and ignores unknown ones. */
    patch: (changes: ReadonlyMap<string, Partial<MonitorRecord>>) => {
      if (![...changes.keys()].some((id) => index().has(id))) return
      const entries = read().entries.map((entry) => {
        const change = changes.get(entry.monitor.id)
        return change === undefined ? entry : holder.toEntry({ ...entry.monitor, ...change })
      })
      publish({ entries })
    },
    drop: (ids: ReadonlySet<string>) => {
      const { entries, total } = read()
      const remaining = entries.filter(({ monitor }) => !ids.has(monitor.id))
      const dropped = entries.length - remaining.length
      if (dropped > 0) publish({ entries: remaining, total: total === undefined ? undefined : total - dropped })
    },
  }
}

export type MonitorStore = ReturnType<typeof createMonitorStore>

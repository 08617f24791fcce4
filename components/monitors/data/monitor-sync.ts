import type { QueryClient } from '@tanstack/react-query'

import { lazyCall } from '@/lib/client/queries'
import { readMonitors } from '@/lib/client/monitors/read-monitors'

import type { MonitorRecord } from './monitor-record'
import { createMonitorStore, type MonitorChanges, type MonitorStore } from './monitor-store'

/** How often the list re-renders during the first read, in milliseconds. */
const DRAW_EVERY_MS = 150
const MAX_NEWEST = 200
const MAX_EVENTS = 1000

const noChanges: MonitorChanges = { added: [], removed: [] }

/** The first read: rows are shown while the others are still loading. */
async function readInto(store: MonitorStore, signal: AbortSignal): Promise<void> {
  let pendingRows: MonitorRecord[] = []
  let drawnAt = 0
  for await (const { monitors, total } of readMonitors(signal)) {
    pendingRows.push(...monitors)
    if (Date.now() - drawnAt < DRAW_EVERY_MS) continue
    store.append(pendingRows, total)
    pendingRows = []
    drawnAt = Date.now()
  }
  store.append(pendingRows, undefined)
  store.complete(Date.now())
}

/** Keeps the monitor store current: reads everything once, then only changes. */
export function createMonitorSync() {
  const store = createMonitorStore()
  const controller = new AbortController()
  const { signal } = controller
  let loading: Promise<void> | undefined
  /** Id of the last event in the store; undefined while unknown. */
  let lastEvent: number | undefined

  const readFirst = async () => {
    try {
      store.clear()
      lastEvent = await newestEvent(signal)
      await readInto(store, signal)
    } catch (error) {
      if (!signal.aborted) store.fail(error)
    }
    loading = undefined
  }

  /** Reads everything unless it is loaded or loading. Never throws; an error is set in the store. */
  const load = (): Promise<void> => {
    if (store.read().isComplete) return Promise.resolve()
    loading ??= readFirst()
    return loading
  }

  /** Reads everything again and shows it when complete. Throws on failure. */
  const reload = async (): Promise<MonitorChanges> => {
    await loading
    lastEvent = await newestEvent(signal)
    const monitors: MonitorRecord[] = []
    for await (const batch of readMonitors(signal)) monitors.push(...batch.monitors)
    return store.replace(monitors, Date.now())
  }

  /** Reads new events and monitors, and everything if the total shows that monitors were deleted. */
  const refresh = async (): Promise<MonitorChanges> => {
    if (!store.read().isComplete) return noChanges
    lastEvent = await patchEvents(store, lastEvent, signal)
    const { added, isOff } = await readNewest(store, signal)
    if (isOff) {
      const changes = await reload()
      return { ...changes, added: [...new Set([...added, ...changes.added])] }
    }
    store.confirm(Date.now())
    return { ...noChanges, added }
  }

  /** `close` aborts running reads. */
  return { store, load, reload, refresh, close: () => controller.abort() }
}

export type MonitorSync = ReturnType<typeof createMonitorSync>

/** A service without events still has monitors, so an error is ignored. */
async function newestEvent(signal: AbortSignal): Promise<number | undefined> {
  try {
    const { items } = await lazyCall('monitorEvents.list', { query: { limit: 1 } }, { signal })
    return items[0]?.id ?? 0
  } catch {
    return undefined
  }
}

/** Reads the newest rows into the store; `isOff` if the total differs from the number of stored monitors. */
async function readNewest(store: MonitorStore, signal: AbortSignal) {
  const newest = await lazyCall('monitors.list', { query: { limit: MAX_NEWEST } }, { signal })
  const added = store.upsertNewest(newest.items)
  return { added, isOff: newest.total !== undefined && newest.total !== store.read().entries.length }
}

/** Updates source and time of the last event per monitor. Returns the id of the last event seen. */
async function patchEvents(store: MonitorStore, since: number | undefined, signal: AbortSignal) {
  if (since === undefined) return newestEvent(signal)
  const { items, next_since: next } = await lazyCall('updates.list', { query: { since, limit: MAX_EVENTS } }, { signal })
  const changes = new Map<string, Partial<MonitorRecord>>()
  for (const { monitor_id: id, source, created_at: at } of items) {
    if (id !== undefined) changes.set(id, { last_event_source: source, last_event_at: at })
  }
  store.patch(changes)
  return next ?? since
}

const syncs = new WeakMap<QueryClient, { readonly userKey: string; readonly sync: MonitorSync }>()

/** The monitor store of this browser; a different user gets a new one. */
export function openMonitorSync(client: QueryClient, userKey: string): MonitorSync {
  const existing = syncs.get(client)
  if (existing?.userKey === userKey) return existing.sync
  existing?.sync.close()
  const sync = createMonitorSync()
  syncs.set(client, { userKey, sync })
  return sync
}

export const findMonitorSync = (client: QueryClient): MonitorSync | undefined => syncs.get(client)?.sync

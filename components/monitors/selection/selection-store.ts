import { useSyncExternalStore } from 'react'

import { createStore } from '@/lib/domain/store'
import type { TaggedMonitor } from '@/lib/features/bulk-tags/domain/tag-change'

export interface Selection {
  /** Last known tags by monitor, which previews need for monitors that are not on screen. */
  readonly chosen: ReadonlyMap<string, readonly string[]>
  /** Set for an "all matching" selection: milliseconds since the epoch when its ids were resolved. */
  readonly allSince: number | undefined
}

const none: Selection = { chosen: new Map(), allSince: undefined }

/**
 * The selected monitors. Stored outside React's state, so that a click re-renders one row and the bar rather than the
 * table.
 */
export function createSelectionStore() {
  const { read, write: publish, subscribe } = createStore(none)
  const edit = (change: (chosen: Map<string, readonly string[]>) => void) => {
    const chosen = new Map(read().chosen)
    change(chosen)
    publish({ chosen, allSince: undefined })
  }
  return {
    subscribe,
    read,
    has: (id: string): boolean => read().chosen.has(id),
    /** Selects or clears these monitors and leaves the others unchanged. */
    set: (monitors: readonly TaggedMonitor[], isSelected: boolean) =>
      edit((chosen) => {
        for (const { id, tags } of monitors) {
          if (isSelected) chosen.set(id, tags)
          else chosen.delete(id)
        }
      }),
    setAll: (monitors: readonly TaggedMonitor[], at: number) =>
      publish({ chosen: new Map(monitors.map(({ id, tags }) => [id, tags])), allSince: at }),
    clear: () => publish(none),
    /** Updates the tags of selected monitors after a bulk change; the selection stays. */
    patchTags: (tagsById: ReadonlyMap<string, readonly string[]>) => {
      const chosen = new Map(read().chosen)
      for (const [id, tags] of tagsById) if (chosen.has(id)) chosen.set(id, tags)
      publish({ ...read(), chosen })
    },
    drop: (ids: readonly string[]) => {
      const chosen = new Map(read().chosen)
      for (const id of ids) chosen.delete(id)
      publish(chosen.size === 0 ? none : { ...read(), chosen })
    },
  }
}

export type SelectionStore = ReturnType<typeof createSelectionStore>

export const useSelection = (store: SelectionStore): Selection =>
  useSyncExternalStore(store.subscribe, store.read, () => none)

/** Re-renders only when this monitor's state changes. */
export const useIsSelected = (store: SelectionStore, id: string): boolean =>
  useSyncExternalStore(
    store.subscribe,
    () => store.has(id),
    () => false,
  )

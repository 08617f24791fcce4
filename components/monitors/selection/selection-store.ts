import { useSyncExternalStore } from 'react'

import { createStore } from '@/lib/domain/store'
import type { Tagged } from '@/lib/features/bulk-tags/domain/tag-change'

export interface Selection {
  /** Tags as they were last known, by monitor: what a dry run needs of monitors that are not on screen. */
  readonly chosen: ReadonlyMap<string, readonly string[]>
  /** Set when everything that matched was chosen: the moment (epoch ms) when the ids were resolved. */
  readonly allSince: number | undefined
}

const none: Selection = { chosen: new Map(), allSince: undefined }

/**
 * Which monitors are selected. Kept outside React's state so that a click re-renders one row and the bar, not the table.
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
    /** Selects or clears these monitors and leaves the others as they are. */
    set: (monitors: readonly Tagged[], isSelected: boolean) =>
      edit((chosen) => {
        for (const { id, tags } of monitors) {
          if (isSelected) chosen.set(id, tags)
          else chosen.delete(id)
        }
      }),
    setAll: (monitors: readonly Tagged[], at: number) =>
      publish({ chosen: new Map(monitors.map(({ id, tags }) => [id, tags])), allSince: at }),
    clear: () => publish(none),
    /** New tags of monitors that are selected, after a bulk change; the selection itself stays. */
    patchTags: (tagsById: ReadonlyMap<string, readonly string[]>) => {
      const chosen = new Map(read().chosen)
      for (const [id, tags] of tagsById) if (chosen.has(id)) chosen.set(id, tags)
      publish({ ...read(), chosen })
    },
    /** Monitors that are no more. */
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

/** Renders again only when this one monitor's state changes. */
export const useIsSelected = (store: SelectionStore, id: string): boolean =>
  useSyncExternalStore(
    store.subscribe,
    () => store.has(id),
    () => false,
  )

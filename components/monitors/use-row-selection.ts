'use client'

import { useCallback, useEffect, useRef } from 'react'

import type { MonitorRecord } from './monitor-record'
import type { SelectionStore } from './selection-store'
import type { TaggedMonitor } from './tag-plan'

export const toTagged = ({ id, tags = [] }: MonitorRecord): TaggedMonitor => ({ id, tags })

/**
 * Toggling by place in the list. The function never changes, so that rows need not render again; a range runs from the
 * row that was toggled last and takes the new state of the row that ends it.
 */
export function useRowSelection(store: SelectionStore, monitors: readonly MonitorRecord[]) {
  const loaded = useRef(monitors)
  const anchor = useRef<string | undefined>(undefined)
  useEffect(() => {
    loaded.current = monitors
  }, [monitors])

  return useCallback(
    (index: number, isRange: boolean) => {
      const monitor = loaded.current[index]
      if (monitor === undefined) return
      const from = isRange ? loaded.current.findIndex(({ id }) => id === anchor.current) : -1
      const [first, last] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)]
      store.set(loaded.current.slice(first, last + 1).map(toTagged), !store.has(monitor.id))
      anchor.current = monitor.id
    },
    [store],
  )
}

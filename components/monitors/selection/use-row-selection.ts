'use client'

import { type RefObject, useCallback, useRef } from 'react'

import type { TaggedMonitor } from '@/lib/features/bulk-tags/domain/tag-change'

import type { MonitorRecord } from '../data/monitor-record'
import { rangeBetween } from '../table/row-range'
import type { SelectionStore } from './selection-store'

export const toTagged = ({ id, tags = [] }: MonitorRecord): TaggedMonitor => ({ id, tags })

/**
 * Toggles rows of the list. The function is stable, so that rows do not re-render. A range runs from the last toggled
 * row to this one and takes this row's new state.
 */
export function useRowSelection(store: SelectionStore, shown: RefObject<readonly MonitorRecord[]>) {
  const anchor = useRef<string | undefined>(undefined)
  return useCallback(
    (id: string, isRange: boolean) => {
      const range = rangeBetween(shown.current, isRange ? anchor.current : undefined, id)
      store.set(range.map(toTagged), !store.has(id))
      anchor.current = id
    },
    [store, shown],
  )
}

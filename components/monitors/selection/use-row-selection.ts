'use client'

import { type RefObject, useCallback, useRef } from 'react'

import type { Tagged } from '@/lib/features/bulk-tags/domain/tag-change'

import type { MonitorRecord } from '../data/monitor-record'
import { rangeBetween } from '../table/row-range'
import type { SelectionStore } from './selection-store'

export const toTagged = ({ id, tags = [] }: MonitorRecord): Tagged => ({ id, tags })

/**
 * Toggling a row of the list. The function never changes, so that rows need not render again; a range runs from the row
 * that was toggled last and takes the new state of the row that ends it.
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

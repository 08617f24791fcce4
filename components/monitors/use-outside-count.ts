'use client'

import { useMemo } from 'react'

import type { MonitorRecord } from './monitor-record'
import type { Selection } from './selection-store'

/** How many of the selected monitors are not among the loaded rows: kept from another search, or further down. */
export function useOutsideCount({ chosen, allSince }: Selection, monitors: readonly MonitorRecord[]): number {
  return useMemo(() => {
    if (chosen.size === 0 || allSince !== undefined) return 0
    const here = monitors.reduce((count, { id }) => count + (chosen.has(id) ? 1 : 0), 0)
    return chosen.size - here
  }, [chosen, allSince, monitors])
}

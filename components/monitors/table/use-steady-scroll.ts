'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'

import type { MonitorRecord } from '../data/monitor-record'
import { toFilterKey, type MonitorSearch } from '../search/monitor-search'

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

interface SteadyOptions {
  readonly monitors: readonly MonitorRecord[]
  readonly search: MonitorSearch
  readonly rowHeight: number
  readonly scrollMargin: number
}

/** Rows of the sticky bar and header, which cover what is below them. */
const COVERED_PX = 96

/**
 * When monitors come or go above what somebody reads, the page moves along, so that the same row stays under the eye. A
 * new search or order is another list, which begins where the page is.
 */
export function useSteadyScroll({ monitors, search, rowHeight, scrollMargin }: SteadyOptions): void {
  const key = `${toFilterKey(search)} ${JSON.stringify(search.sort ?? null)}`
  const before = useRef({ key, monitors })
  useIsomorphicLayoutEffect(() => {
    const { key: oldKey, monitors: old } = before.current
    before.current = { key, monitors }
    if (oldKey !== key || old === monitors) return
    const top = Math.floor((window.scrollY + COVERED_PX - scrollMargin) / rowHeight)
    const read = old[top]
    if (top <= 0 || read === undefined || monitors[top]?.id === read.id) return
    const now = monitors.findIndex(({ id }) => id === read.id)
    if (now !== -1) window.scrollBy({ top: (now - top) * rowHeight, behavior: 'instant' })
  }, [key, monitors, rowHeight, scrollMargin])
}

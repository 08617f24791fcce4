'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { MonitorRecord } from './monitor-record'

/**
 * The row that the keyboard is on: the same monitor wherever it moves to. When it is no longer in the list, the one at its
 * place, or the last.
 */
export function useActiveRow(monitors: readonly MonitorRecord[]) {
  const [at, setAt] = useState({ id: '', index: 0 })
  const shown = useRef(monitors)
  useEffect(() => {
    shown.current = monitors
  }, [monitors])
  const activeIndex = useMemo(() => {
    if (monitors[at.index]?.id === at.id) return at.index
    const found = monitors.findIndex(({ id }) => id === at.id)
    return found === -1 ? Math.max(0, Math.min(at.index, monitors.length - 1)) : found
  }, [monitors, at])
  const setActive = useCallback((id: string) => {
    const index = Math.max(
      0,
      shown.current.findIndex((each) => each.id === id),
    )
    setAt((now) => (now.id === id ? now : { id, index }))
  }, [])
  return { active: monitors[activeIndex]?.id, activeIndex, setActive }
}

'use client'

import { useEffect, useRef } from 'react'

import type { MonitorSync } from './monitor-sync'
import type { MonitorChanges } from './monitor-store'

const EVERY_MS = 20_000
/** Labels and tags that others changed are seen by reading everything: when somebody comes back after this long. */
const OLD_MS = 300_000

interface LiveOptions {
  /** While a bulk job runs, the list is in between. */
  readonly isPaused: boolean
  readonly onChanges: (changes: MonitorChanges) => void
}

/** Keeps the list true while the page is in sight; what is selected, scrolled to or in focus stays. */
export function useLiveMonitors(sync: MonitorSync, { isPaused, onChanges }: LiveOptions): void {
  const tell = useRef(onChanges)
  useEffect(() => {
    tell.current = onChanges
  })
  useEffect(() => {
    if (isPaused) return undefined
    let isRunning = false
    const refresh = async () => {
      if (isRunning || document.visibilityState !== 'visible') return
      isRunning = true
      const { isComplete, readAt = 0 } = sync.store.read()
      const isOld = isComplete && Date.now() - readAt > OLD_MS
      try {
        tell.current(await (isOld ? sync.reload() : sync.refresh()))
      } catch (error) {
        sync.store.fail(error)
      } finally {
        isRunning = false
      }
    }
    const onReturn = () => void refresh()
    const timer = setInterval(onReturn, EVERY_MS)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [sync, isPaused])
}

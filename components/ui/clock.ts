'use client'

import { useSyncExternalStore } from 'react'
import { useNow } from 'use-intl'

const STEP_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const readClock = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/**
 * Epoch milliseconds, in steps of 15 s, from one timer for the whole page. The first render uses the moment of the
 * server's render, so that hydration finds the text it expects.
 */
export function useClock(): number {
  const serverNow = useNow().getTime()
  return useSyncExternalStore(subscribe, readClock, () => serverNow)
}

'use client'

import { useSyncExternalStore } from 'react'
import { useNow } from 'use-intl'

import { clockSkewMs, serverNow, subscribeSkew } from '@/lib/domain/server-clock'

const STEP_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, STEP_MS)
  const unsubscribe = subscribeSkew(listener)
  return () => {
    unsubscribe()
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const readClock = () => Math.floor(serverNow() / STEP_MS) * STEP_MS

/**
 * Milliseconds since the epoch on the server's clock, in steps of 15 s, from one timer for the whole page. The first
 * render uses the time of the server's render, so that hydration finds the text it expects.
 */
export function useClock(): number {
  const serverNow = useNow().getTime()
  return useSyncExternalStore(subscribe, readClock, () => serverNow)
}

const noSkew = () => 0
/** Milliseconds by which the server's clock is ahead of this device's clock; 0 while they agree. */
export const useClockSkew = (): number => useSyncExternalStore(subscribeSkew, clockSkewMs, noSkew)

'use client'

import { useEffect, useEffectEvent, useState } from 'react'

const STEP_MS = 1000

/** Milliseconds left until an instant (epoch ms), by the second; calls `onDone` when it has come. */
export function useCountdown(until: number | undefined, onDone: () => void): number | undefined {
  const [left, setLeft] = useState<number>()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (until === undefined) return undefined
    const tick = () => {
      const now = until - Date.now()
      setLeft(Math.max(0, now))
      if (now <= 0) done()
    }
    tick()
    const timer = setInterval(tick, STEP_MS)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? undefined : left
}

'use client'

import { useEffect, useState } from 'react'

/** A line is shown after the first time, and also ways to recover after the second. */
const LINE_MS = 3000
const WAY_OUT_MS = 15_000

type Step = 'line' | 'wayOut' | undefined

/** The step reached since `since`; undefined while the wait is too short to mention. */
export function useWaitStep(since: number | undefined): Step {
  const [reached, setReached] = useState<{ readonly since: number; readonly step: Step }>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timers = [
      [LINE_MS, 'line'],
      [WAY_OUT_MS, 'wayOut'],
    ] as const
    const running = timers.map(([ms, step]) =>
      setTimeout(() => setReached({ since, step }), Math.max(0, since + ms - Date.now())),
    )
    return () => running.forEach(clearTimeout)
  }, [since])
  return reached?.since === since ? reached?.step : undefined
}

'use client'

import { useEffect, useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'

interface Retryable {
  readonly error: Error | null
  readonly errorUpdatedAt: number
  readonly refetch: () => unknown
}

/** After a 429 that does not say how long to wait. */
const USUAL_WAIT_S = 30

/** Seconds that a 429 asks to wait, counted down; at nought the query goes on by itself. Undefined for other failures. */
export function useRetryAfter({ error, errorUpdatedAt, refetch }: Retryable): number | undefined {
  const seconds = isApiError(error) && error.status === 429 ? (error.retryAfterS ?? USUAL_WAIT_S) : undefined
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === undefined) return undefined
    const until = errorUpdatedAt + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const counter = setInterval(tick, 1000)
    const retry = setTimeout(() => void refetch(), Math.max(1000, until - Date.now()))
    return () => {
      clearInterval(counter)
      clearTimeout(retry)
    }
  }, [seconds, errorUpdatedAt, refetch])
  return seconds === undefined ? undefined : (left ?? seconds)
}

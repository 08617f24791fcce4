'use client'

import { useEffect, useRef, useState } from 'react'

/** A pause between two keys that asks. */
const PAUSE_MS = 30
/** Between two calls: ten a second is what an account may ask for. */
const GAP_MS = 100
/** Whoever types without a pause sees an answer as often. */
const PATIENCE_MS = 300

/** What to ask for while somebody types: the first key at once, then whenever they pause for a moment. */
export function useTypedSearch(typed: string): string {
  const [asked, setAsked] = useState(typed)
  const times = useRef({ asked: -Infinity, waiting: 0 })
  useEffect(() => {
    const now = performance.now()
    const { current } = times
    if (typed === asked) {
      current.waiting = 0
      return undefined
    }
    current.waiting ||= now
    const isFirst = now - current.asked > PATIENCE_MS
    const rest = isFirst ? 0 : Math.min(PAUSE_MS, current.waiting + PATIENCE_MS - now)
    const wait = Math.max(0, rest, isFirst ? 0 : current.asked + GAP_MS - now)
    const timer = setTimeout(() => {
      current.asked = performance.now()
      current.waiting = 0
      setAsked(typed)
    }, wait)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return asked
}

'use client'

import { useSyncExternalStore } from 'react'

import type { Density } from './monitor-search'

/** Pixels; one line on a desk, two lines on a phone. Fixed, so that 50 000 rows need no measuring. */
const ONE_LINE: Readonly<Record<Density, number>> = { regular: 37, compact: 29 }
const TWO_LINES = 58
const NARROW = '(max-width: 39.99rem)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export function useRowHeight(density: Density): number {
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => false,
  )
  return isNarrow ? TWO_LINES : ONE_LINE[density]
}

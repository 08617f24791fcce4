'use client'

import { useSyncExternalStore } from 'react'

import type { Density } from '../search/monitor-search'

/** Pixels; one line where there is room, else two. Fixed, so that 50 000 rows need no measuring. */
const ONE_LINE: Readonly<Record<Density, number>> = { regular: 37, compact: 29 }
const TWO_LINES = 58
/** As the variant `two-line` of the style sheet. */
const NARROW = '(max-width: 71.99rem)'

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

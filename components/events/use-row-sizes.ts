'use client'

import { useSyncExternalStore } from 'react'

/** Pixels. Fixed, so that 100 000 rows need no measuring. */
const WIDE = { row: 57, day: 34 }
const NARROW = { row: 80, day: 34 }
const NARROW_MEDIA = '(max-width: 39.99rem)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW_MEDIA)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useRowSizes = () =>
  useSyncExternalStore(
    subscribe,
    () => (window.matchMedia(NARROW_MEDIA).matches ? NARROW : WIDE),
    () => WIDE,
  )

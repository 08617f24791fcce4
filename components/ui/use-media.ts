'use client'

import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media query says; on the server, and in the first paint, it is not. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(media)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(media).matches,
    () => false,
  )
}

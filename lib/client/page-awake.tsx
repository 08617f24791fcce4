'use client'

import { useEffect, useSyncExternalStore } from 'react'

import { createStore } from '@/lib/domain/store'

const awake = createStore(false)

/** Rendered inside a page: signals that the browser has hydrated it. */
export function PageAwake() {
  useEffect(() => awake.write(true), [])
  return null
}

/**
 * False until the first page of this tab is hydrated. The frame around the page must not query the page's data before:
 * an empty query that already exists keeps the prefetched answer out of the first render, which then differs from the
 * server's.
 */
export const usePageAwake = (): boolean => useSyncExternalStore(awake.subscribe, awake.read, () => false)

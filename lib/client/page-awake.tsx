'use client'

import { useEffect, useSyncExternalStore } from 'react'

import { createStore } from '@/lib/domain/store'

const awake = createStore(false)

/** Stands within a page: says that what the server made of it has been taken over by the browser. */
export function PageAwake() {
  useEffect(() => awake.write(true), [])
  return null
}

/**
 * False until the first page of this tab is awake. What stands around the page must ask for none of the page's numbers
 * before: an empty query that is there already keeps the prefetched answer out of the first render, which then is not
 * the server's.
 */
export const usePageAwake = (): boolean => useSyncExternalStore(awake.subscribe, awake.read, () => false)

'use client'

import { type DataTag, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Reads a query's cached answer without requesting it. A disabled observer would do the same, but its empty query would
 * block the answers that are delivered with the page, so they would be requested twice.
 */
export function useCachedAnswer<T>({
  queryKey,
}: {
  readonly queryKey: DataTag<readonly unknown[], T, Error>
}): T | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => client.getQueryData<T>(queryKey),
    () => undefined,
  )
}

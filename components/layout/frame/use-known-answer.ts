'use client'

import { type DataTag, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * What a page of this visit has been answered, without asking. An observer that never asks would do the same, but its
 * empty query stands in the way of the answers that come with the page: they would be asked for once more.
 */
export function useKnownAnswer<T>({
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

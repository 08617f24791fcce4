'use client'

import { useCallback, useState } from 'react'

import type { MonitorSync } from './monitor-sync'
import { useMonitorState } from './use-monitors'

/** The reading of all monitors in the form that the failed and stale states of a query take. */
export function useSyncQuery(library: MonitorSync) {
  const { error, readAt = 0, isComplete } = useMonitorState(library)
  const [isFetching, setIsFetching] = useState(false)
  const refetch = useCallback(async () => {
    setIsFetching(true)
    try {
      await (isComplete ? library.reload() : library.load())
    } catch (failure) {
      library.store.fail(failure)
    } finally {
      setIsFetching(false)
    }
  }, [library, isComplete])
  const known =
    error === undefined ? null : error instanceof Error ? error : new Error('Reading failed', { cause: error })
  return { error: known, errorUpdatedAt: readAt, dataUpdatedAt: readAt, refetch, isFetching }
}

'use client'

import { useCallback, useState } from 'react'

import type { MonitorSync } from './monitor-sync'
import { useMonitorState } from './use-monitors'

/** The reading of all monitors in the form that the failed and stale states of a query take. */
export function useSyncQuery(sync: MonitorSync) {
  const { error, readAt = 0, isComplete } = useMonitorState(sync)
  const [isFetching, setIsFetching] = useState(false)
  const refetch = useCallback(async () => {
    setIsFetching(true)
    try {
      await (isComplete ? sync.reload() : sync.load())
    } catch (failure) {
      sync.store.fail(failure)
    } finally {
      setIsFetching(false)
    }
  }, [sync, isComplete])
  const known =
    error === undefined ? null : error instanceof Error ? error : new Error('Reading failed', { cause: error })
  return { error: known, errorUpdatedAt: readAt, dataUpdatedAt: readAt, refetch, isFetching }
}

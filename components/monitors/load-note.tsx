'use client'

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'

import type { MonitorSync } from './data/monitor-sync'
import { useMonitorState } from './data/use-monitors'

/** The rest of the monitors did not come: says why and waits for a retry, while the loaded ones stay. */
export function LoadNote({ query }: { readonly query: ReturnType<typeof useSyncQuery> }) {
  const t = useTranslations('monitors.more')
  return (
    <div
      role="alert"
      className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warn-soft px-4 py-2 text-warn-ink"
    >
      <p>{t('failed')}</p>
      <FailureReason error={query.error} />
      <Button size="sm" onClick={() => void query.refetch()} isPending={query.isFetching} className="ml-auto">
        {t('retry')}
      </Button>
    </div>
  )
}

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

'use client'

import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'

import type { BulkJobs } from '../bulk/use-bulk-job'
import type { MonitorSync } from '../data/monitor-sync'
import type { MonitorList } from '../data/use-monitors'
import { matchMonitors } from '../search/monitor-match'
import type { MonitorFilters } from '../search/monitor-search'
import type { SelectionStore } from './selection-store'
import { toTagged } from './use-row-selection'

interface SelectAllOptions {
  readonly store: SelectionStore
  readonly search: MonitorFilters
  readonly jobs: BulkJobs
  readonly sync: MonitorSync
  readonly list: MonitorList
}

/** Selects "all 842" current matches: immediately if all monitors are loaded, otherwise once they are. */
export function useSelectAll({ store, search, jobs, sync, list }: SelectAllOptions) {
  const t = useTranslations('monitors.selection')
  const toText = useFailureText()
  return async () => {
    if (list.isComplete) {
      store.setAll(list.monitors.map(toTagged), Date.now())
      return
    }
    await jobs.run(t('resolving'), undefined, async ({ signal }) => {
      await sync.load()
      const { isComplete, entries, error } = sync.store.read()
      if (signal.aborted) return
      if (isComplete) store.setAll(matchMonitors(entries, search, list.context).monitors.map(toTagged), Date.now())
      else toast.error(toText(error))
    })
  }
}

'use client'

import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/toast'

import { LARGEST_PAGE } from './monitor-list-query'
import { type MonitorSearch, toListQuery } from './monitor-search'
import { withRateLimit } from './run-steps'
import type { SelectionStore } from './selection-store'
import type { TaggedMonitor } from './tag-plan'
import type { BulkJobs, JobHandle } from './use-bulk-job'
import type { MonitorList } from './use-monitor-list'
import { toTagged } from './use-row-selection'

/** Every monitor of a search, page by page, as of now. */
async function resolveAll(search: MonitorSearch, { signal, report }: JobHandle): Promise<TaggedMonitor[]> {
  const { call } = await import('@/lib/client/browser')
  const found: TaggedMonitor[] = []
  let cursor: string | undefined
  do {
    const query = { ...toListQuery(search), limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const page = await withRateLimit(signal, () => call('monitors.list', { query }, { signal }))
    found.push(...page.items.map(toTagged))
    cursor = page.next_cursor ?? undefined
    report(found.length)
  } while (cursor !== undefined)
  return found
}

interface SelectAllOptions {
  readonly store: SelectionStore
  readonly search: MonitorSearch
  readonly jobs: BulkJobs
  readonly data: MonitorList
}

/** "All 842": at once when all of them are loaded, else by asking the service for them, with progress. */
export function useSelectAll({ store, search, jobs, data }: SelectAllOptions) {
  const t = useTranslations('monitors.selection')
  const toText = useFailureText()
  const { list, monitors, total } = data
  return async () => {
    if (!list.hasNextPage) {
      store.setAll(monitors.map(toTagged), Date.now())
      return
    }
    await jobs.run(t('resolving'), total, async (handle) => {
      try {
        store.setAll(await resolveAll(search, handle), Date.now())
      } catch (error) {
        if (!handle.signal.aborted) toast.error(toText(error))
      }
    })
  }
}

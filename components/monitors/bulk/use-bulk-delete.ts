'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { runSteps } from '@/lib/client/run-steps'

import { dropMonitors, refreshCounts } from '../data/monitor-cache'
import { requestDeletion } from '../data/request-deletion'
import type { SelectionStore } from '../selection/selection-store'
import type { BulkJobs } from './use-bulk-job'

/** The service deletes one monitor per call, so a few calls run at a time. */
const AT_ONCE = 4

/** Deletes monitors one by one with progress; a cancel stops before the next one. */
export function useBulkDelete(store: SelectionStore, jobs: BulkJobs) {
  const t = useTranslations('monitors.delete')
  const client = useQueryClient()
  const counted = useCountValues()
  const toText = useFailureText()
  return (ids: readonly string[]) =>
    jobs.run(t('running'), ids.length, async ({ signal, report }) => {
      const gone = new Set<string>()
      const run = async (id: string) => {
        await requestDeletion(id)
        gone.add(id)
      }
      const { error, isCancelled } = await runSteps({ items: ids, signal, run, onDone: report, width: AT_ONCE })
      dropMonitors(client, gone)
      store.drop([...gone])
      await refreshCounts(client)
      const outOf = { done: counted(gone.size).count, planned: counted(ids.length).count }
      if (error !== undefined) toast.error(t('failed', { ...outOf, reason: toText(error) }))
      else toast.success(isCancelled ? t('cancelled', outOf) : t('done', counted(gone.size)))
    })
}

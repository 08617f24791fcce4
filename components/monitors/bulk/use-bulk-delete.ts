'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import { pause } from '@/lib/client/run-steps'
import type { BulkTagJob } from '@/lib/features/bulk-tags/contract'

import { dropMonitors, refreshCounts, refreshLists } from '../data/monitor-cache'
import type { SelectionStore } from '../selection/selection-store'
import type { BulkJobs, JobHandle } from './use-bulk-job'

const POLL_MS = 1_000

const isUnderWay = ({ state }: BulkTagJob): boolean => state === 'running' || state === 'interrupted'

/** Polls a run of the panel until it ends. A failed poll does not affect the run and is repeated. */
async function pollUntilDone(initialJob: BulkTagJob, { signal, report }: JobHandle): Promise<BulkTagJob> {
  let job = initialJob
  const params = { id: initialJob.id }
  while (isUnderWay(job)) {
    report(job.done)
    await pause(POLL_MS, signal)
    if (signal.aborted) return (await lazyPanelCall('bulkTags.cancel', { params })).job
    job = await lazyPanelCall('bulkTags.get', { params }).then(
      (found) => found.job,
      () => job,
    )
  }
  return job
}

/**
 * Deletes monitors through a run of the panel that continues without this page; cancelling stops it before its next
 * part.
 */
export function useBulkDelete(store: SelectionStore, jobs: BulkJobs) {
  const t = useTranslations('monitors.delete')
  const client = useQueryClient()
  const countValues = useCountValues()
  const toText = useFailureText()

  const handleEnd = async (job: BulkTagJob, ids: readonly string[]) => {
    const history = client.invalidateQueries({ queryKey: ['panel', 'bulkTags'] })
    if (job.state === 'done') {
      dropMonitors(client, new Set(ids))
      store.drop(ids)
      await refreshCounts(client)
    } else await refreshLists(client)
    await history
    const counts = { done: countValues(job.changed).count, planned: countValues(job.changing).count }
    if (job.state === 'done') toast.success(t('done', countValues(job.changed)))
    else if (job.state === 'cancelled') toast.success(t('cancelled', counts))
    else toast.error(t('partial', counts))
  }

  const runDeletion = (count: number, ids: readonly string[], begin: () => Promise<{ job: BulkTagJob }>) =>
    jobs.run(t('running'), count, async (handle) => {
      const started = await begin().catch((error: unknown) => {
        toast.error(t('failed', { reason: toText(error) }))
      })
      if (started) await handleEnd(await pollUntilDone(started.job, handle), ids)
    })

  return {
    run: (ids: readonly string[]) =>
      runDeletion(ids.length, ids, () =>
        lazyPanelCall('bulkTags.delete', { body: { id: crypto.randomUUID(), ids: [...ids] } }),
      ),
    resume: (job: BulkTagJob) =>
      runDeletion(job.changing, [], () => lazyPanelCall('bulkTags.resume', { params: { id: job.id } })),
  }
}

export type BulkDelete = ReturnType<typeof useBulkDelete>

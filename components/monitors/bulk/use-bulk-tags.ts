'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast, type ToastAction } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import { applyTagChange } from '@/lib/domain/tags/tags'
import type { BulkTagJob, BulkTagRun } from '@/lib/features/bulk-tags/contract'

import { patchTags, refreshCounts, refreshLists } from '../data/monitor-cache'
import type { SelectionStore } from '../selection/selection-store'
import { runChunks, type TagOutcome } from './bulk-tag-run'
import type { BulkJobs } from './use-bulk-job'

type Tags = ReadonlyMap<string, readonly string[]>

const calls = {
  run: (id: string, number: number) => lazyPanelCall('bulkTags.run', { params: { id, number } }),
  cancel: (id: string) => lazyPanelCall('bulkTags.cancel', { params: { id } }),
  get: (id: string) => lazyPanelCall('bulkTags.get', { params: { id } }),
  undo: (id: string) => lazyPanelCall('bulkTags.undo', { params: { id } }),
}

interface BulkTagsOptions {
  readonly store: SelectionStore
  readonly jobs: BulkJobs
}

/** Updates tags locally if the result is known; otherwise all monitors are read again. */
function useRefreshAfterChange({ store }: BulkTagsOptions) {
  const client = useQueryClient()
  return async (job: BulkTagJob, after: Tags) => {
    const isKnown = after.size > 0 && job.state === 'done' && job.updated === job.changing
    if (isKnown) {
      patchTags(client, after)
      store.patchTags(after)
    }
    await Promise.all([
      isKnown ? refreshCounts(client) : refreshLists(client),
      client.invalidateQueries({ queryKey: ['panel', 'bulkTags'] }),
    ])
  }
}

function useOutcomeText() {
  const t = useTranslations('bulk-tags')
  const countValues = useCountValues()
  const toText = useFailureText()
  return ({ job, isCancelled, error }: TagOutcome): string => {
    const countText = (count: number) => countValues(count).count
    const both = { updated: countText(job.updated), planned: countText(job.changing) }
    if (isCancelled) return t('cancelled', both)
    if (job.state !== 'done')
      return t('failed', { ...both, failed: countText(job.changing - job.done), reason: toText(error) })
    const isAsPlanned = job.updated === job.changing
    if (job.kind === 'undo') return isAsPlanned ? t('undone', countValues(job.updated)) : t('undoneMismatch', both)
    return isAsPlanned ? t('done', countValues(job.updated)) : t('mismatch', both)
  }
}

const afterChange = (before: Tags, { add, remove }: BulkTagJob): Tags =>
  new Map([...before].map(([id, tags]) => [id, applyTagChange(tags, { add, remove }).tags]))

export function useBulkTags(options: BulkTagsOptions) {
  const t = useTranslations('bulk-tags')
  const common = useTranslations('common')
  const toText = useFailureText()
  const toOutcomeText = useOutcomeText()
  const refreshAfterChange = useRefreshAfterChange(options)
  const { store, jobs } = options

  /** `before`: the monitors' tags before the change, so that the result can be shown without a request. */
  const runChange = (tagRun: BulkTagRun, before: Tags = new Map()): Promise<void> => {
    const { job } = tagRun
    return jobs.run(t(job.kind === 'undo' ? 'runningUndo' : 'running'), job.changing, async (handle) => {
      const outcome = await runChunks(tagRun, handle, calls)
      // After an error the last known job state is out of date, so it is read again.
      const last = outcome.error === undefined ? outcome.job : await readLastState(outcome.job)
      await refreshAfterChange(last, job.kind === 'undo' ? before : afterChange(before, last))
      showOutcome({ ...outcome, job: last }, before)
    })
  }

  const showOutcome = (outcome: TagOutcome, before: Tags) => {
    const { job, isCancelled } = outcome
    const text = toOutcomeText(outcome)
    if (!isCancelled && job.state !== 'done') {
      toast.error(text, { duration: 0, action: { label: t('retry'), onPress: () => void resume(job.id, before) } })
    } else toast.success(text, { action: undoAction(job, before), duration: 10_000 })
  }

  const undoAction = (job: BulkTagJob, before: Tags): ToastAction | undefined =>
    job.kind === 'undo' || job.changed === 0
      ? undefined
      : { label: common('undo'), onPress: () => void undo(job.id, before) }

  const begin = async (request: Promise<BulkTagRun>, before?: Tags) => {
    const tagRun = await request.catch((error: unknown) => {
      toast.error(t('startFailed', { reason: toText(error) }))
    })
    if (tagRun) await runChange(tagRun, before)
  }
  const resume = (id: string, before?: Tags) => begin(calls.get(id), before)
  const undo = (id: string, before?: Tags) => begin(calls.undo(id), before)

  return {
    run: (tagRun: BulkTagRun) => runChange(tagRun, store.read().chosen),
    /** Continues a change: failed chunks, and those left by a closed tab. */
    goOn: (id: string) => resume(id),
    undo: (id: string) => undo(id),
  }
}

export type BulkTags = ReturnType<typeof useBulkTags>

const readLastState = (job: BulkTagJob): Promise<BulkTagJob> =>
  calls.get(job.id).then(
    (found) => found.job,
    () => job,
  )

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { TagChange } from '@/lib/domain/tags'

import { patchTags, refreshCounts, refreshLists } from './monitor-cache'
import type { SelectionStore } from './selection-store'
import { sendTagChange, type TagRun } from './send-tag-change'
import { type PlannedChange, type TagCall, type TagPlan, undoCalls } from './tag-plan'
import type { BulkJobs } from './use-bulk-job'

const toChanges = ({ ids, add, remove }: TagCall): PlannedChange[] =>
  ids.map((id) => ({ id, before: remove, after: add }))

interface BulkTagsOptions {
  readonly store: SelectionStore
  readonly jobs: BulkJobs
  /** Whether a change of these tags moves monitors in or out of the list that is shown. */
  readonly touchesList: (tags: readonly string[]) => boolean
}

/** Bulk tagging with progress, a check of the outcome, and undo. */
export function useBulkTags({ store, jobs, touchesList }: BulkTagsOptions) {
  const t = useTranslations('monitors.tags')
  const common = useTranslations('common')
  const client = useQueryClient()
  const counted = useCountValues()
  const toText = useFailureText()

  const settle = async (tagsById: ReadonlyMap<string, readonly string[]>, isList: boolean) => {
    patchTags(client, tagsById)
    store.patchTags(tagsById)
    await (isList ? refreshLists(client) : refreshCounts(client))
  }

  const undo = (changes: readonly PlannedChange[], isList: boolean) =>
    jobs.run(t('runningUndo'), changes.length, async (handle) => {
      const back = new Map(changes.map(({ id, before }) => [id, before]))
      const restored = new Map<string, readonly string[]>()
      let failure: unknown
      for (const call of undoCalls(changes)) {
        const run = await sendTagChange(toChanges(call), call, {
          ...handle,
          report: (done) => handle.report(restored.size + done),
        })
        for (const { id } of run.done) restored.set(id, back.get(id) ?? [])
        failure ??= run.error
        if (run.isCancelled || failure !== undefined) break
      }
      await settle(restored, isList)
      if (failure === undefined) toast.success(t('undone', counted(restored.size)))
      else toast.error(t('failed', { ...outOf(restored.size, changes.length), reason: toText(failure) }))
    })

  const outOf = (done: number, planned: number) => ({ done: counted(done).count, planned: counted(planned).count })

  const describe = (run: TagRun, planned: number, key: 'doneAdd' | 'doneRemove'): string => {
    if (run.error !== undefined) return t('failed', { ...outOf(run.done.length, planned), reason: toText(run.error) })
    if (run.isCancelled) return t('cancelled', outOf(run.done.length, planned))
    if (run.updated === run.done.length) return t(key, counted(run.updated))
    return t('mismatch', { updated: counted(run.updated).count, planned: counted(run.done.length).count })
  }

  const apply = (plan: TagPlan, change: TagChange) => {
    const isAdding = (change.add ?? []).length > 0
    const isList = touchesList([...(change.add ?? []), ...(change.remove ?? [])])
    return jobs.run(t(isAdding ? 'runningAdd' : 'runningRemove'), plan.changing.length, async (handle) => {
      const run = await sendTagChange(plan.changing, change, handle)
      const isOff = run.updated !== run.done.length
      await settle(new Map(run.done.map(({ id, after }) => [id, after])), isList || isOff)
      const message = describe(run, plan.changing.length, isAdding ? 'doneAdd' : 'doneRemove')
      const action = { label: common('undo'), onPress: () => void undo(run.done, isList) }
      const options = run.done.length === 0 ? {} : { action, duration: 10_000 }
      if (run.error === undefined) toast.success(message, options)
      else toast.error(message, options)
    })
  }
  return apply
}

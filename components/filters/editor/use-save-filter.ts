'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { query, lazyCall, refreshAfter } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

import { draftMemory } from '../draft/draft-memory'
import { contentToSend, type FilterRecord, placeServiceFaults } from '../draft/filter-draft'
import { openFilter } from '../use-selected-filter'
import { restoreEditorFocus } from './editor-focus'
import type { FilterEdit } from './use-filter-draft'

export interface SaveOptions {
  readonly isNew?: boolean
  readonly overwritten?: FilterRecord | undefined
}

async function sendFilter(
  { base, draft }: FilterEdit,
  { isNew = false, overwritten = base }: SaveOptions,
): Promise<FilterRecord> {
  const body = { name: draft.name.trim(), content: contentToSend(draft.content) }
  if (base === undefined || isNew) return lazyCall('filters.create', { body })
  const version = overwritten?.updated_at === undefined ? {} : { updated_at: overwritten.updated_at }
  return lazyCall('filters.update', { params: { filter_id: base.id }, body: { ...body, ...version } })
}

/** Writes the answer of a save into the cached list, so that nothing flickers before the next refetch. */
function storeInCache(client: QueryClient, saved: FilterRecord) {
  client.setQueryData(query('filters.list', { query: {} }).queryKey, (list) => {
    if (list === undefined) return undefined
    const isKnown = list.items.some(({ id }) => id === saved.id)
    const items = isKnown ? list.items.map((item) => (item.id === saved.id ? saved : item)) : [...list.items, saved]
    return { ...list, items }
  })
}

export type FilterSaving = ReturnType<typeof useSaveFilter>

/** Saves one edit at a time; a refusal is shown where it belongs and leaves the draft unchanged. */
export function useSaveFilter(edit: FilterEdit, memoryKey: string) {
  const t = useTranslations('filters.save')
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [refusals, setRefusals] = useState(0)

  const handleFailure = async (failure: unknown) => {
    if (isApiError(failure) && failure.status === 422)
      edit.setRefused(placeServiceFaults(failure.fields, edit.draft.content))
    // Reloading the list shows the newer version, or that the filter was deleted.
    if (isApiError(failure) && (failure.status === 409 || failure.status === 404)) {
      await refreshAfter(client, 'filters.update')
    }
    setError(isApiError(failure) && failure.code === 'filter_changed' ? undefined : failure)
  }
  const save = async (options: SaveOptions = {}) => {
    if (isSaving) return
    setIsSaving(true)
    setError(undefined)
    try {
      const isNew = edit.base === undefined || options.isNew === true
      const answer = await sendFilter(edit, options)
      storeInCache(client, answer)
      edit.adopt(answer, edit.draft)
      toast.success(t(isNew ? 'created' : 'saved', { name: answer.name ?? edit.draft.name }))
      if (isNew) {
        draftMemory.forget(memoryKey)
        openFilter(answer.id)
      }
      restoreEditorFocus()
      void refreshAfter(client, 'filters.update')
    } catch (failure) {
      await handleFailure(failure)
      setRefusals((count) => count + 1)
    } finally {
      setIsSaving(false)
    }
  }
  return { save, isSaving, error, refusals }
}

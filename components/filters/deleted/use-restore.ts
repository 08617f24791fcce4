'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { lazyCall, refreshAfter } from '@/lib/client/queries'
import type { FilterContent } from '@/lib/contract/filters'
import { isApiError } from '@/lib/domain/api-error'

import { keepEditorFocus } from '../editor/editor-focus'
import { openFilter } from '../use-selected-filter'

export interface Restoring {
  readonly name: string
  readonly content: FilterContent
  /** Silent monitors that shall work by the new filter. */
  readonly monitors: readonly string[]
}

interface Restored {
  readonly id: string
  /** Why the monitors stayed silent; undefined where they work now, or were not asked for. */
  readonly unattached: unknown
}

/** The filter first: without the monitors it is whole all the same, and they can be attached later. */
async function restore({ name, content, monitors }: Restoring): Promise<Restored> {
  const { id } = await lazyCall('filters.create', { body: { name, content } })
  if (monitors.length === 0) return { id, unattached: undefined }
  try {
    const { attached } = await lazyCall('monitors.attach', { body: { ids: [...monitors], filter_id: id } })
    return { id, unattached: attached === 0 ? new Error('none was silent') : undefined }
  } catch (error) {
    return { id, unattached: error }
  }
}

/** Makes a deleted filter anew, says what came of it, and opens it. */
export function useRestore(onDone: () => void) {
  const t = useTranslations('filters.deleted')
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['filters', 'restore'],
    mutationFn: restore,
    onSuccess: async ({ id, unattached }, { name, monitors }) => {
      if (unattached !== undefined) toast.error(t('unattached', { name }))
      else toast.success(t(monitors.length > 0 ? 'doneAttached' : 'done', { name }))
      onDone()
      openFilter(id)
      keepEditorFocus()
      await Promise.all([refreshAfter(client, 'filters.create'), refreshAfter(client, 'monitors.attach')])
    },
  })
}

/** What has to be paid for has a banner of its own. */
export const isUnpaid = (error: unknown): boolean => isApiError(error) && error.status === 402

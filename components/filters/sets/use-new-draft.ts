'use client'

import { useTranslations } from 'use-intl'

import { usePermission, useViewer } from '@/components/layout/viewer'

import { draftMemory } from '../draft/draft-memory'
import type { FilterDraft } from '../draft/filter-draft'
import { NEW_FILTER, openFilter, useSelectedFilter } from '../use-selected-filter'

export const useMemoryKey = () => {
  const { account, email } = useViewer()
  return (id: string) => `${account.slug}/${email}/${id}`
}

/** Opens a new filter with prepared content. An unsaved new filter is never overwritten. */
export function useNewDraft() {
  const t = useTranslations('filters.sets')
  const permission = usePermission('filters.create')
  const memoryKey = useMemoryKey()(NEW_FILTER)
  const isOpen = useSelectedFilter() === NEW_FILTER
  const isTaken = isOpen || draftMemory.recall(memoryKey) !== undefined
  return {
    deniedReason: permission.reason ?? (isTaken ? t('newWaits') : undefined),
    open: (draft: FilterDraft) => {
      draftMemory.save(memoryKey, { base: undefined, draft, isPrepared: true })
      openFilter(NEW_FILTER)
    },
  }
}

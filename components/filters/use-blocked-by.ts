'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { countItems, faultsOf, isTooLong, MAX_NAME_LENGTH } from './filter-draft'
import { filterLists } from './filter-lists'
import type { FilterEdit } from './use-filter-draft'

/** Why a draft cannot be saved as it is, in words; undefined when it can. */
export function useBlockedBy({ base, draft, refused }: FilterEdit): string | undefined {
  const t = useTranslations('filters')
  const isFaulty = useMemo(
    () =>
      filterLists.some((list) => {
        const values = draft.content[list]
        return isTooLong(values) || faultsOf(list, values, refused).size > 0
      }),
    [draft.content, refused],
  )
  if (draft.name.trim() === '') return t('editor.nameRequired')
  if (draft.name.trim().length > MAX_NAME_LENGTH) return t('editor.nameLong', { max: MAX_NAME_LENGTH })
  if (isFaulty) return t('save.blocked')
  return base === undefined && countItems(draft.content) === 0 ? t('save.emptyNew') : undefined
}

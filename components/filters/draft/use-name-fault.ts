'use client'

import { useTranslations } from 'use-intl'

import { MAX_NAME_LENGTH } from './filter-draft'

/** Why a filter cannot have a name, in words; undefined when it can. */
export function useNameFault(name: string): string | undefined {
  const t = useTranslations('filters.editor')
  if (name.trim() === '') return t('nameRequired')
  return name.trim().length > MAX_NAME_LENGTH ? t('nameLong', { max: MAX_NAME_LENGTH }) : undefined
}

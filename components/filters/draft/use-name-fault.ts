'use client'

import { useTranslations } from 'use-intl'

import { MAX_NAME_LENGTH } from './filter-draft'

/** Returns why a filter cannot have this name, as text; undefined if it can. */
export function useNameFault(name: string): string | undefined {
  const t = useTranslations('filters.editor')
  if (name.trim() === '') return t('nameRequired')
  return name.trim().length > MAX_NAME_LENGTH ? t('nameLong', { max: MAX_NAME_LENGTH }) : undefined
}

'use client'

import { useTranslations } from 'use-intl'

import type { ListedKind } from './filed-items'

/** Returns the name of a kind in the language of the page, or as the service names it if it is unknown. */
export function useKindName(): (kind: Pick<ListedKind, 'known' | 'name'>) => string {
  const t = useTranslations('statements.documents')
  return ({ known, name }) => {
    if (known !== undefined) return t(`kinds.${known}`)
    return name === '' ? t('unnamed') : name
  }
}

'use client'

import { useTranslations } from 'use-intl'

import type { ListedKind } from './filed-items'

/** A kind in the language of the page where we know it, else as the service names it. */
export function useKindName(): (kind: Pick<ListedKind, 'known' | 'name'>) => string {
  const t = useTranslations('statements.documents')
  return ({ known, name }) => {
    if (known !== undefined) return t(`kinds.${known}`)
    return name === '' ? t('unnamed') : name
  }
}

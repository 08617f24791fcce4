'use client'

import { useTranslations } from 'use-intl'

import type { ListedKind } from './filed-items'

/** Returns the name of a kind in the language of the page, or as the service names it if it is unknown. */
export function useKindName(): (kind: Pick<ListedKind, 'code' | 'name'>) => string {
  const t = useTranslations('statements.documents')
  return ({ code, name }) => {
    if (code !== undefined) return t(`kinds.${code}`)
    return name === '' ? t('unnamed') : name
  }
}

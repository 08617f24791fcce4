import { useCallback } from 'react'
import { useLocale } from 'use-intl'

import { shortSourceName } from '@/lib/domain/events/sources'

/** The display name of a source. */
export function useSourceName(): (source: string) => string {
  const locale = useLocale()
  return useCallback((source) => shortSourceName(source, locale), [locale])
}

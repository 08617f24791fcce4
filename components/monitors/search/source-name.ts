import { useCallback } from 'react'
import { useLocale } from 'use-intl'

import { shortSourceName } from '@/lib/domain/events/sources'

/** What people call a source. */
export function useSourceName(): (source: string) => string {
  const locale = useLocale()
  return useCallback((source) => shortSourceName(source, locale), [locale])
}

import { useCallback } from 'react'
import { useLocale } from 'use-intl'

import { shortSourceName } from '@/lib/domain/events/sources'

export function useSourceName(): (source: string) => string {
  const locale = useLocale()
  return useCallback((source) => shortSourceName(source, locale), [locale])
}

'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

const SOURCES: Readonly<Record<string, string>> = {
  krz: 'KRZ',
  msig: 'MSiG',
  krs: 'KRS',
  crbr: 'CRBR',
  bzp: 'BZP',
  knf: 'KNF',
  uokik: 'UOKiK',
  sudop: 'SUDOP',
}

/** What people call a source. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('monitors.sources')
  return useCallback((source) => (source === 'wpv' ? t('wpv') : (SOURCES[source] ?? source)), [t])
}

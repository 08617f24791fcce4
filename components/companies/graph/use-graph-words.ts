'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { createGraphWords, type GraphWords } from './picture/graph-words'

/** The words of the catalogue for everything that is said about a graph. */
export function useGraphWords(): GraphWords {
  const t = useTranslations('company-graph')
  const locale = useLocale()
  return useMemo(() => createGraphWords(t, locale), [t, locale])
}

'use client'

import { useCallback, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { AlertFilter } from '../filter/alert-filter'
import { useDictionary } from '../filter/use-dictionary'
import { useFilterCounts } from '../keywords/use-filter-counts'
import { NeighbourCodes } from '../search/neighbour-codes'
import { loadCpv } from './load-cpv'

const MAX_OF_KEYWORD = 4

export interface CpvOffersProps {
  readonly filter: AlertFilter
  readonly onChoose: (filter: AlertFilter) => void
}

/** Codes that mean what the keywords say, each in place of the keywords, if it finds something under the same conditions. */
export function CpvOffers({ filter, onChoose }: CpvOffersProps) {
  const t = useTranslations('bzp.whyZero')
  const locale = useLocale()
  const load = useCallback(() => loadCpv(`cpv-${locale}`), [locale])
  const { value: lookup, start } = useDictionary(load)
  useEffect(start, [start])
  const found = filter.keywords.flatMap((keyword) =>
    (lookup?.suggest(keyword.replaceAll(/["„”]/g, '')) ?? []).slice(0, MAX_OF_KEYWORD),
  )
  const prefixes = [...new Set(found.map(({ entry: { prefix } }) => prefix))]
  const withCode = (code: string): AlertFilter => ({ ...filter, keywords: [], cpv: [code] })
  const { countOf } = useFilterCounts(filter, prefixes.map(withCode))
  const codes = prefixes.map((prefix, at) => ({ prefix, count: countOf(at) ?? 0 })).filter(({ count }) => count > 0)
  if (codes.length === 0) return null
  return <NeighbourCodes title={t('codes')} codes={codes} onAdd={(code) => onChoose(withCode(code))} />
}

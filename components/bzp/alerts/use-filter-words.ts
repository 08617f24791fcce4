'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpFilter } from '@/lib/contract/bzp'
import { formatZloty } from '@/lib/domain/format/format'

import { type AlertLimit, alertLimits, type AlertList, alertLists, shownOrderTypes } from '../filter/alert-filter'

export interface FilterWord {
  /** Unique within the filter. */
  readonly key: string
  readonly text: string
  readonly isExcluded: boolean
}

export function useValueWords(): (list: AlertList, value: string) => string {
  const t = useTranslations('bzp.kinds')
  return (list, value) => {
    if (list === 'cpv') return `CPV ${value}`
    const type = list === 'order_types' ? shownOrderTypes.find((each) => each === value) : undefined
    return type === undefined ? value : t(type)
  }
}

export function useLimitWords(): (limit: AlertLimit, value: number) => string {
  const t = useTranslations('bzp-save')
  const countValues = useCountValues()
  const locale = useLocale()
  return (limit, value) => {
    if (limit === 'min_days_to_offer') return t('days', countValues(value))
    return t(limit === 'value_from' ? 'valueFrom' : 'valueTo', { amount: formatZloty(value, locale) })
  }
}

export function useFilterWords(): (filter: BzpFilter) => readonly FilterWord[] {
  const t = useTranslations('bzp-save')
  const valueOf = useValueWords()
  const limitOf = useLimitWords()
  const listWords = (filter: BzpFilter, list: AlertList): readonly FilterWord[] =>
    filter[list].map((value) => {
      const isExcluded = list === 'exclude_keywords'
      const text = valueOf(list, value)
      return { key: `${list} ${value}`, text: isExcluded ? t('without', { value: text }) : text, isExcluded }
    })
  const limitWords = (filter: BzpFilter, limit: AlertLimit): readonly FilterWord[] => {
    const value = filter[limit]
    return value === null ? [] : [{ key: limit, text: limitOf(limit, value), isExcluded: false }]
  }
  return (filter) => [
    ...alertLists.flatMap((list) => listWords(filter, list)),
    ...alertLimits.flatMap((limit) => limitWords(filter, limit)),
  ]
}

'use client'

import { useTranslations } from 'use-intl'

import { useLimitWords, useValueWords } from '../alerts/use-filter-words'
import type { AlertFilter } from '../filter/alert-filter'
import type { FilterCondition } from './effects'

export function useConditionWords(): (condition: FilterCondition, filter: AlertFilter) => string {
  const t = useTranslations('bzp.explain')
  const ofValue = useValueWords()
  const ofLimit = useLimitWords()
  return (condition, filter) => {
    if (condition.kind === 'limit') return ofLimit(condition.limit, filter[condition.limit] ?? 0)
    const { list, value } = condition
    const text = ofValue(list, value)
    return list === 'exclude_keywords' ? t('excluded', { value: text }) : t('value', { value: text })
  }
}

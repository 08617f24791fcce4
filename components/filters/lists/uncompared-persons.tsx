'use client'

import { useTranslations } from 'use-intl'

import type { FilterListName } from '@/lib/domain/filter-lists'

import { mayRepeatPerson } from '../draft/list-values'

interface UncomparedPersonsProps {
  readonly list: FilterListName
  readonly values: readonly string[]
}

/** Warns next to a count of personal numbers that typed ones may repeat sealed ones. */
export function UncomparedPersons({ list, values }: UncomparedPersonsProps) {
  const t = useTranslations('filters.editor')
  return mayRepeatPerson(list, values) ? <p className="text-sm text-muted">{t('uncompared')}</p> : null
}

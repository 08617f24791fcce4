'use client'

import { useTranslations } from 'use-intl'

import { isApiError } from '@/lib/domain/api-error'

import { alertLists, type AlertList } from './alert-filter'
import type { Preview } from './use-preview'

type Errors = Partial<Readonly<Record<AlertList, string>>>

/** What a 422 says of single values, by the field they stand in. */
export function useRejectedValues({ query, body }: Preview): Errors {
  const t = useTranslations('bzp')
  if (!isApiError(query.error) || query.error.status !== 422) return {}
  const entries = query.error.fields.flatMap(({ path: [list, index], message }) => {
    const known = alertLists.find((each) => each === list)
    if (known === undefined) return []
    const value = typeof index === 'number' ? body[known]?.[index] : undefined
    return [[known, value === undefined ? message : t('rejected', { value, message })] as const]
  })
  return Object.fromEntries(entries)
}

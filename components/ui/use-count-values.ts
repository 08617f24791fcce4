'use client'

import { useLocale } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

/** Both forms of a count that a message needs: the number for its plural, and the text with digit grouping. */
export function useCountValues() {
  const locale = useLocale()
  return (count: number) => ({ countNumber: count, count: formatInteger(count, locale) })
}

'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import type { Pool } from '@/lib/domain/usage/pools'

/** E.g. `5 jednostek RDF`. */
export function usePriceWords(): (pool: Pool, units: number) => string {
  const t = useTranslations('price')
  const countValues = useCountValues()
  return (pool, units) => (units === 0 ? t('free') : t(`units.${pool}`, countValues(units)))
}

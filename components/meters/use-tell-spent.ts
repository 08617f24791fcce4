'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { formatInteger } from '@/lib/domain/format/format'
import { type Pool, pools } from '@/lib/domain/usage/pools'

import { usePriceWords } from './use-price-words'

/** What a paid act has cost, as the service said in `x-units-charged` and `x-units-left`. */
export interface Spent {
  readonly pool: Pool
  readonly units: number
  /** Null: the service did not say. */
  readonly left: number | null
}

/** Says what was charged, once it is done, and lets every meter on the page be read anew. */
export function useTellSpent(): (spent: Spent) => void {
  const t = useTranslations('price')
  const locale = useLocale()
  const words = usePriceWords()
  const client = useQueryClient()
  return ({ pool, units, left }) => {
    void client.invalidateQueries({ queryKey: ['usage'] })
    const price = words(pool, units)
    if (units === 0) toast.success(t('spentNothing'))
    else if (left === null) toast.success(t('spent', { price }))
    else toast.success(t(leftWords(pool), { price, left: formatInteger(left, locale) }))
  }
}

/** Where overage is sold, what is left is more than the plan holds. */
const leftWords = (pool: Pool) => (pools[pool].sellsOverage ? 'spentStop' : 'spentLeft')

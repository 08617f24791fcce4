'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { formatInteger } from '@/lib/domain/format/format'
import { type Pool, pools } from '@/lib/domain/usage/pools'

import { usePriceWords } from './use-price-words'

/** The cost of a paid action, from `x-units-charged` and `x-units-left`. */
export interface Charge {
  readonly pool: Pool
  readonly units: number
  /** Null if the service did not report it. */
  readonly left: number | null
}

/** Shows what was charged and refetches every meter on the page. */
export function useShowCharge(): (spent: Charge) => void {
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

/** For a pool with overage the units left include those above the plan. */
const leftWords = (pool: Pool) => (pools[pool].sellsOverage ? 'spentStop' : 'spentLeft')

import { useTranslations } from 'use-intl'

import { type Pool, pools } from '@/lib/domain/usage/pools'

/** The name of a pool, with its period if that is not the billing period. */
export function usePoolName(pool: Pool): string {
  const name = useTranslations('pools')(`${pool}.name`)
  const t = useTranslations('meters.pools')
  return pools[pool].reset === 'daily' ? t('today', { name }) : name
}

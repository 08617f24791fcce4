'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

import type { PoolView } from './pools'

/** `614 / 2 000`. */
export function PoolFigures({ used, limit }: Pick<PoolView, 'used' | 'limit'>) {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  if (used === undefined) return <p className="text-muted">{t('noFigure')}</p>
  return (
    <p className="whitespace-nowrap tabular">
      <span className="font-semibold">{formatInteger(used, locale)}</span>
      {typeof limit === 'number' && ` ${t('of', { limit: formatInteger(limit, locale) })}`}
    </p>
  )
}

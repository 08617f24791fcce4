'use client'

import { useTranslations, useLocale } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import type { MeterTone } from '@/components/ui/meter'
import { formatInteger } from '@/lib/domain/format/format'

import { PoolMeter } from './pool-meter'
import type { PoolView } from './pools'
import { usePoolName } from './use-pool-name'
import { usePoolWords, useResetWords } from './use-pool-words'

interface PoolRowProps {
  readonly pool: PoolView
  readonly now: Date
}

export const poolInks: Record<MeterTone, string> = {
  normal: 'text-muted',
  warn: 'text-warn-ink',
  danger: 'text-danger-ink',
}

export function PoolRow({ pool, now }: PoolRowProps) {
  const t = useTranslations('pools')
  const words = usePoolWords()(pool, now)
  const reset = useResetWords()(pool.resetsAt, now)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_1fr_11rem] sm:gap-x-8">
      <div className="min-w-0">
        <p className="font-medium">{usePoolName(pool.name)}</p>
        <p className="text-sm text-muted">{t(`${pool.name}.about`)}</p>
      </div>
      <div className="max-sm:order-last max-sm:col-span-2">
        <PoolMeter pool={pool} words={[words, reset]} />
        {reset !== undefined && (
          <time dateTime={pool.resetsAt} title={pool.resetsAt} className="block text-sm text-muted tabular">
            {reset}
          </time>
        )}
      </div>
      <div className="text-right">
        <PoolFigures used={pool.used} limit={pool.limit} />
        {words !== undefined && <p className={classNames('text-sm', poolInks[pool.tone])}>{words}</p>}
      </div>
    </li>
  )
}

/** E.g. `614 / 2 000`. */
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

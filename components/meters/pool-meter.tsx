'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Meter } from '@/components/ui/meter'
import { formatInteger, formatPercent } from '@/lib/domain/format/format'

import type { PoolView } from './pools'
import { usePoolName } from './use-pool-name'

interface PoolMeterProps {
  readonly pool: PoolView
  /** The texts next to the bar, for screen readers. */
  readonly words: readonly (string | undefined)[]
}

/**
 * A bar up to the limit, or to what the spend cap pays for, with the plan, overage, cap and forecast. Renders nothing
 * without figures.
 */
export function PoolMeter({ pool, words }: PoolMeterProps) {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  const { used, limit } = pool
  const name = usePoolName(pool.name)
  if (used === undefined || limit === undefined) return null
  const figures = `${formatInteger(used, locale)} ${limit === null ? '' : t('of', { limit: formatInteger(limit, locale) })}`
  const pace =
    limit === null || pool.pace === undefined
      ? undefined
      : t('pace', {
          percent: formatPercent(pool.pace, locale),
          units: formatInteger(Math.round(pool.pace * limit), locale),
        })
  return (
    <Meter
      label={name}
      value={used}
      {...scaleOf(pool, limit)}
      projection={pool.projected}
      tone={pool.tone}
      hover={pace}
      valueText={[figures.trim(), ...words].filter((part) => part !== undefined).join(', ')}
    />
  )
}

/** Even pace is a share of the limit, converted to a scale that ends where the service stops. */
function scaleOf({ stop, pace }: PoolView, limit: number | null) {
  if (limit === null) return { max: null }
  const max = Math.max(limit, stop ?? limit)
  if (limit === 0) return { max }
  const marks = { pace: pace === undefined ? undefined : (pace * limit) / max }
  return max > limit ? { max, ...marks, included: limit, cap: max } : { max, ...marks }
}

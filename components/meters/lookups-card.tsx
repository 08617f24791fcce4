'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { cssPercent } from '@/components/ui/meter'
import { formatInteger, formatNetGrosz } from '@/lib/domain/format/format'
import { wholeCount } from '@/lib/domain/usage/overage'
import { type AccountMeter, type Standing } from '@/lib/domain/usage/standing'

import { PoolMeter } from './pool-meter'
import { PoolFigures } from './pool-row'
import type { PoolView } from './pools'
import { usePoolName } from './use-pool-name'
import { useAboveWords, usePoolWords, useResetWords } from './use-pool-words'

interface LookupsCardProps {
  readonly pool: PoolView
  readonly meter: AccountMeter
  readonly standing: Standing
  readonly now: Date
}

/** The pool with overage: one bar from zero past the plan to where the service stops, with labeled marks. */
export function LookupsCard({ pool, meter, standing, now }: LookupsCardProps) {
  const words = usePoolWords()(pool, now)
  const reset = useResetWords()(pool.resetsAt, now)
  return (
    <Card>
      <div className="px-4 pt-3 pb-3.5">
        <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-medium">{usePoolName(pool.name)}</p>
          <PoolFigures used={pool.used} limit={pool.limit} />
        </div>
        <PlanMark pool={pool} />
        <PoolMeter pool={pool} words={[words, reset]} />
        <div className="flex flex-wrap justify-between gap-x-6 text-sm text-muted tabular">
          <p>{[useUsedWords(pool, meter, standing), words].filter(Boolean).join(' · ')}</p>
          <p>{useStopWords(pool, standing)}</p>
        </div>
      </div>
    </Card>
  )
}

/** From this share of the bar on, the label is placed left of its mark. */
const LEFT_LABEL_RATIO = 0.5

function PlanMark({ pool: { limit, stop } }: Pick<LookupsCardProps, 'pool'>) {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  if (typeof limit !== 'number' || typeof stop !== 'number' || stop <= limit) return null
  const share = limit / stop
  return (
    <div aria-hidden className="relative h-4 text-sm leading-none">
      <span
        className={
          share > LEFT_LABEL_RATIO ? 'absolute border-r border-ink pr-1.5' : 'absolute border-l border-ink pl-1.5'
        }
        style={share > LEFT_LABEL_RATIO ? { right: cssPercent(1 - share) } : { left: cssPercent(share) }}
      >
        {t('planMark', { units: formatInteger(limit, locale) })}
      </span>
    </div>
  )
}

/** Returns the price of a unit or, once calls are blocked, the units bought. */
function useUsedWords(
  { used, limit, verdict, above }: PoolView,
  meter: AccountMeter,
  { terms, stop }: Standing,
): string | undefined {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  const aboveWords = useAboveWords()
  const price = wholeCount(meter.unit_grosz)
  if (used === undefined || typeof limit !== 'number' || verdict === above || terms !== 'paid' || !price)
    return undefined
  if (stop !== null) return above && aboveWords(above)
  return t('price', { price: formatNetGrosz(price, locale) })
}

function useStopWords({ used, limit, stop }: PoolView, { left, terms, stop: reason }: Standing): string {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  const units = (value: number) => formatInteger(value, locale)
  const cap =
    terms === 'paid' && typeof stop === 'number' && typeof limit === 'number' && stop > limit && used !== undefined
      ? t('capMark', { units: units(stop) })
      : undefined
  const remainingText =
    typeof left === 'number' && reason !== 'inactive' ? t('left', { units: units(left) }) : undefined
  return [cap, remainingText].filter((part) => part !== undefined).join(' · ')
}

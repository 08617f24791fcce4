'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Meter, type MeterTone } from '@/components/ui/meter'
import { formatInteger } from '@/lib/domain/format'

import type { Pool } from './pools'
import { usePoolWords, useResetWords } from './use-pool-words'

interface PoolRowProps {
  readonly pool: Pool
  readonly now: Date
}

const inks: Record<MeterTone, string> = { normal: 'text-muted', warn: 'text-warn-ink', danger: 'text-danger-ink' }
const alertTicks = [0.5, 0.75, 0.9, 1] as const

/** Name, bar with its marks, reset, figures and one line of words. */
export function PoolRow({ pool, now }: PoolRowProps) {
  const t = useTranslations('meters.pools')
  const words = usePoolWords()(pool, now)
  const reset = useResetWords()(pool.resetsAt, now)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_1fr_11rem] sm:gap-x-8">
      <div className="min-w-0">
        <p className="font-medium">{t(`names.${pool.name}`)}</p>
        <p className="text-sm text-muted">{t(`about.${pool.name}`)}</p>
      </div>
      <div className="max-sm:order-last max-sm:col-span-2">
        {pool.used !== undefined && pool.limit !== undefined && (
          <PoolMeter pool={pool} used={pool.used} limit={pool.limit} words={[words, reset]} />
        )}
        {reset !== undefined && (
          <time dateTime={pool.resetsAt} title={pool.resetsAt} className="block text-sm text-muted tabular">
            {reset}
          </time>
        )}
      </div>
      <div className="text-right">
        <Figures used={pool.used} limit={pool.limit} />
        {words !== undefined && <p className={classNames('text-sm', inks[pool.tone])}>{words}</p>}
      </div>
    </li>
  )
}

interface PoolMeterProps {
  readonly pool: Pool
  readonly used: number
  readonly limit: number | null
  readonly words: readonly (string | undefined)[]
}

/** To the limit, or on to what the spend cap pays for: included part, overage part, the line of the cap, the forecast. */
function PoolMeter({ pool, used, limit, words }: PoolMeterProps) {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  const figures = `${formatInteger(used, locale)} ${limit === null ? '' : t('of', { limit: formatInteger(limit, locale) })}`
  return (
    <Meter
      label={t(`names.${pool.name}`)}
      value={used}
      {...scaleOf(pool, limit)}
      projection={pool.projected}
      tone={pool.tone}
      valueText={[figures.trim(), ...words].filter((part) => part !== undefined).join(', ')}
    />
  )
}

/** Pace and ticks are parts of the limit, on a scale that goes on to where the service stops. */
function scaleOf({ stop, pace }: Pool, limit: number | null) {
  if (limit === null) return { max: null }
  const max = Math.max(limit, stop ?? limit)
  if (limit === 0) return { max }
  const ofLimit = limit / max
  const marks = {
    ticks: alertTicks.map((tick) => tick * ofLimit),
    pace: pace === undefined ? undefined : pace * ofLimit,
  }
  return max > limit ? { max, ...marks, included: limit, cap: max } : { max, ...marks }
}

function Figures({ used, limit }: Pick<Pool, 'used' | 'limit'>) {
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

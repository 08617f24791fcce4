'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Meter, type MeterTone } from '@/components/ui/meter'
import { formatInteger } from '@/lib/domain/format'

import type { Pool } from './pools'
import { usePoolWords } from './use-pool-words'

interface PoolRowProps {
  readonly pool: Pool
  readonly now: Date
}

const inks: Record<MeterTone, string> = { normal: 'text-muted', warn: 'text-warn-ink', danger: 'text-danger-ink' }

/** Name, bar with the tick of even consumption, figures and one line of words. */
export function PoolRow({ pool, now }: PoolRowProps) {
  const t = useTranslations('overview.pools')
  const words = usePoolWords()(pool, now)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-8 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_1fr_11rem]">
      <div className="min-w-0">
        <p className="font-medium">{t(`names.${pool.name}`)}</p>
        <p className="text-sm text-muted">{t(`about.${pool.name}`)}</p>
      </div>
      <div className="max-sm:order-last max-sm:col-span-2">
        {pool.used !== undefined && pool.limit !== undefined && (
          <PoolMeter pool={pool} used={pool.used} limit={pool.limit} words={words} />
        )}
      </div>
      <div className="text-right">
        <Figures used={pool.used} limit={pool.limit} />
        {words !== undefined && (
          <p className={classNames('text-sm', inks[pool.tone ?? 'normal'])} title={pool.resetsAt}>
            {words}
          </p>
        )}
      </div>
    </li>
  )
}

interface PoolMeterProps {
  readonly pool: Pool
  readonly used: number
  readonly limit: number | null
  readonly words: string | undefined
}

function PoolMeter({ pool, used, limit, words }: PoolMeterProps) {
  const t = useTranslations('overview.pools')
  const locale = useLocale()
  const figures = `${formatInteger(used, locale)} ${limit === null ? '' : t('of', { limit: formatInteger(limit, locale) })}`
  return (
    <Meter
      label={t(`names.${pool.name}`)}
      value={used}
      max={limit}
      pace={limit === 0 ? undefined : pool.pace}
      tone={pool.verdict.kind === 'not_included' ? 'normal' : pool.tone}
      valueText={words === undefined ? undefined : `${figures.trim()}, ${words}`}
    />
  )
}

function Figures({ used, limit }: Pick<Pool, 'used' | 'limit'>) {
  const t = useTranslations('overview.pools')
  const locale = useLocale()
  if (used === undefined) return <p className="text-muted">{t('noFigure')}</p>
  return (
    <p className="whitespace-nowrap tabular">
      <span className="font-semibold">{formatInteger(used, locale)}</span>
      {typeof limit === 'number' && ` ${t('of', { limit: formatInteger(limit, locale) })}`}
    </p>
  )
}

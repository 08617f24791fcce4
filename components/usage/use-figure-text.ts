'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatGrosz, formatHundredths, formatInteger } from '@/lib/domain/format/format'
import { isPool, type PoolFigure, poolByFigure } from '@/lib/domain/usage/pools'

import { NO_POOL } from './breakdown'

type Maybe = number | null | undefined

/** Numbers as text. What is no exact whole number is shown as it came, so that nobody takes it for one. */
export function useFigureText() {
  const t = useTranslations('usage')
  const ofPools = useTranslations('pools')
  const locale = useLocale()
  const whole = (value: Maybe, format: (value: number) => string): string => {
    if (value === null || value === undefined) return t('unknown')
    return Number.isSafeInteger(value) ? format(value) : String(value)
  }
  return {
    count: (value: Maybe) => whole(value, (units) => formatInteger(units, locale)),
    grosz: (value: Maybe) => whole(value, (grosz) => formatGrosz(grosz, locale)),
    hundredths: (value: number) => formatHundredths(value, locale),
    /** A pool in words; one that the panel does not know as it came. */
    pool: (pool: string) => (isPool(pool) ? ofPools(`${pool}.name`) : pool === NO_POOL ? t('noPool') : pool),
    /** What a column or a tile of the figure is called. */
    nameOf: (figure: PoolFigure) => ofPools(`${poolByFigure[figure]}.short`),
  }
}

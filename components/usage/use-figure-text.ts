'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatGrosz, formatHundredths, formatInteger } from '@/lib/domain/format/format'
import { isPool, type PoolFigure, poolByFigure } from '@/lib/domain/usage/pools'

import { NO_POOL } from './breakdown'

type Maybe = number | null | undefined

/** Numbers as text. An invalid number is shown unchanged, so that it is not mistaken for an exact one. */
export function useFigureText() {
  const t = useTranslations('usage')
  const poolTexts = useTranslations('pools')
  const locale = useLocale()
  const formatIfSafe = (value: Maybe, format: (value: number) => string): string => {
    if (value === null || value === undefined) return t('unknown')
    return Number.isSafeInteger(value) ? format(value) : String(value)
  }
  return {
    count: (value: Maybe) => formatIfSafe(value, (units) => formatInteger(units, locale)),
    grosz: (value: Maybe) => formatIfSafe(value, (grosz) => formatGrosz(grosz, locale)),
    hundredths: (value: number) => formatHundredths(value, locale),
    /** The name of a pool; an unknown pool is shown unchanged. */
    pool: (pool: string) => (isPool(pool) ? poolTexts(`${pool}.name`) : pool === NO_POOL ? t('noPool') : pool),
    nameOf: (figure: PoolFigure) => poolTexts(`${poolByFigure[figure]}.short`),
  }
}

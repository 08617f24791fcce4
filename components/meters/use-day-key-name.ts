import { useTranslations } from 'use-intl'

import { poolByFigure } from '@/lib/domain/usage/pools'

import type { DayKey } from './day-values'

export function useDayKeyName(): (key: DayKey) => string {
  const t = useTranslations('meters.days')
  const ofPools = useTranslations('pools')
  return (key) => (key === 'plan' || key === 'over' ? t(key) : ofPools(`${poolByFigure[key]}.short`))
}

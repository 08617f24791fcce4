'use client'

import { useTranslations } from 'use-intl'

/** Starting with Monday. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

/** The name of a weekday by its number, where 0 is Sunday. */
export function useWeekdayName(): (weekday: number) => string {
  const t = useTranslations('rhythm.days')
  return (weekday) => t(weekdays.find((each) => each === String(weekday)) ?? '1')
}

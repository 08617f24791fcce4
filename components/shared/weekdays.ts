'use client'

import { useTranslations } from 'use-intl'

/** From Monday on. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

/** Monday and so on, of the number of a day; 0 is Sunday. */
export function useWeekdayName(): (weekday: number) => string {
  const t = useTranslations('rhythm.days')
  return (weekday) => t(weekdays.find((each) => each === String(weekday)) ?? '1')
}

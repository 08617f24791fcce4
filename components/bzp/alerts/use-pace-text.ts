'use client'

import { useLocale } from 'use-intl'

import { roundPace } from './expected-matches'

/** Formats `14`, `2,5` or `< 0,1`. */
export function usePaceText(): (pace: number) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: 'always' })
  return (pace) => (pace > 0 && roundPace(pace) === 0 ? `< ${format.format(0.1)}` : format.format(roundPace(pace)))
}

'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { formatDate } from '@/lib/domain/format/format'
import { monthsOf, readPeriod } from '@/lib/features/statements/domain/periods'

type Day = string | null | undefined

/**
 * Formats `1 sty 2024 – 31 gru 2024`; text that is not a date is returned unchanged, and undefined for an empty period.
 */
export function usePeriodText(): (start: Day, end: Day) => string | undefined {
  const locale = useLocale()
  return (start, end) => {
    const period = readPeriod(start, end)
    if (period) return `${formatDate(period.start, locale)} – ${formatDate(period.end, locale)}`
    const knownDays = [start, end].filter((day) => typeof day === 'string' && day !== '')
    return knownDays.length === 0 ? undefined : knownDays.join(' – ')
  }
}

/** Formats `18 miesięcy`. */
export function useMonthsText(): (months: number) => string {
  const t = useTranslations('statements')
  const countValues = useCountValues()
  return (months) => t('months', countValues(months))
}

export function PeriodText({ start, end }: { readonly start: Day; readonly end: Day }) {
  const toText = usePeriodText()
  const toMonths = useMonthsText()
  const period = readPeriod(start, end)
  const months = period && monthsOf(period)
  return (
    <>
      {toText(start, end) ?? '–'}
      {months !== undefined && months !== 12 && <span className="block text-sm text-muted">{toMonths(months)}</span>}
    </>
  )
}

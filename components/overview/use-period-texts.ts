'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatDate } from '@/lib/domain/format'

import type { Period } from './period'

/** `1–30 listopada` for a calendar month, two whole dates for any other period. */
export function usePeriodTexts() {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  const range = ({ firstDay, lastDay, isCalendarMonth }: Period): string =>
    isCalendarMonth
      ? t('days', {
          from: Number(firstDay.slice(8)),
          to: Number(lastDay.slice(8)),
          month: `m${lastDay.slice(5, 7)}`,
        })
      : `${formatDate(firstDay, locale)} – ${formatDate(lastDay, locale)}`
  return { range }
}

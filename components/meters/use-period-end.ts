'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { readInstant } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'

type End = string | null | undefined

/** The formatted end of the period; undefined if it is unreadable or in the past. */
export function useComingEnd(end: End): string | undefined {
  const locale = useLocale()
  const now = useClock()
  const at = readInstant(end)
  return at === undefined || at <= now ? undefined : formatDateTime(at, locale)
}

/** The same for sentences with "until": the time, or "the end of the period". */
export function usePeriodEnd(end: End): string {
  const t = useTranslations('meters')
  return useComingEnd(end) ?? t('periodEnd')
}

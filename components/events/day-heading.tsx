'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format'

/** Over the first event of a day. */
export function DayHeading({ day, height }: { readonly day: Day; readonly height: number }) {
  const t = useTranslations('events.days')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  const date = formatDate(day, locale)
  return (
    <h2
      style={{ height }}
      className="flex shrink-0 items-center border-b bg-ground/60 px-4 text-sm font-medium text-muted"
    >
      {day === today && t('today', { date })}
      {day === addDays(today, -1) && t('yesterday', { date })}
      {day !== today && day !== addDays(today, -1) && date}
    </h2>
  )
}

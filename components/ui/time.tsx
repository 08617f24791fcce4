'use client'

import { useLocale } from 'use-intl'

import { formatDate, formatDateTime, formatDayMonth, formatTime, type Instant } from '@/lib/domain/format/format'
import { formatRelative } from '@/lib/domain/format/format-span'
import type { Locale } from '@/lib/domain/format/locales'

import { useClock } from './clock'

type TimeFormat = 'date' | 'day' | 'time' | 'datetime' | 'relative'

interface TimeProps {
  /** An instant, or `YYYY-MM-DD` for a calendar day. */
  readonly instant: Instant
  /** `day` is `20 lis`, `date` adds the year, `relative` is `4 min temu`. */
  readonly format?: TimeFormat
  readonly className?: string | undefined
}

const formats: Record<Exclude<TimeFormat, 'relative'>, (instant: Instant, locale: Locale) => string> = {
  date: formatDate,
  day: formatDayMonth,
  time: formatTime,
  datetime: formatDateTime,
}

function RelativeText({ instant }: { readonly instant: Instant }) {
  const locale = useLocale()
  return formatRelative(instant, useClock(), locale)
}

/** The time in Europe/Warsaw; the ISO instant is in `dateTime` and on hover. An invalid date is shown unchanged. */
export function Time({ instant, format = 'datetime', className }: TimeProps) {
  const locale = useLocale()
  if (Number.isNaN(new Date(instant).getTime())) return <span className={className}>{String(instant)}</span>
  const iso = typeof instant === 'string' && instant.length === 10 ? instant : new Date(instant).toISOString()
  return (
    <time dateTime={iso} title={iso} className={className}>
      {format === 'relative' ? <RelativeText instant={instant} /> : formats[format](instant, locale)}
    </time>
  )
}

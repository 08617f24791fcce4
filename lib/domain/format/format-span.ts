import { formatDate, formatDayMonth, type Instant } from './format'
import type { Locale } from './locales'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NBSP = '\u00A0'

const words = {
  pl: { minute: 'min', hour: 'godz.', underMinute: 'mniej niż minuta', now: 'przed chwilą', yesterday: 'wczoraj' },
  en: { minute: 'min', hour: 'h', underMinute: 'less than a minute', now: 'just now', yesterday: 'yesterday' },
} as const

function dayWord(days: number, locale: Locale): string {
  if (locale === 'pl') return days === 1 ? 'dzień' : 'dni'
  return days === 1 ? 'day' : 'days'
}

/** A duration in its two largest units: `9 godz. 41 min`, `3 dni 2 godz.`. A negative one counts as nothing left. */
export function formatTimeLeft(ms: number, locale: Locale): string {
  const { minute, hour, underMinute } = words[locale]
  if (ms < MINUTE) return underMinute
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  const parts = [
    days > 0 && `${days}${NBSP}${dayWord(days, locale)}`,
    hours > 0 && `${hours}${NBSP}${hour}`,
    days === 0 && minutes > 0 && `${minutes}${NBSP}${minute}`,
  ]
  return parts.filter((part) => part !== false).join(' ')
}

/** The largest unit only: `5 godz.`, `2 dni`; `1 dzień 3 godz.` between one day and two. */
export function formatRoughTimeLeft(ms: number, locale: Locale): string {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)}${NBSP}${dayWord(Math.floor(ms / DAY), locale)}`
  if (ms >= HOUR && ms < DAY) return `${Math.floor(ms / HOUR)}${NBSP}${words[locale].hour}`
  return formatTimeLeft(ms, locale)
}

function dayOf(instant: Instant): string {
  return formatDate(instant, 'en')
}

/**
 * Time passed: `przed chwilą`, `4 min temu`, `5 godz. temu`, `wczoraj`, then the date. A future instant reads `za 5
 * godz.`. "Yesterday" is the Warsaw calendar day before `now`.
 */
export function formatRelative(instant: Instant, now: Instant, locale: Locale): string {
  const elapsed = new Date(now).getTime() - new Date(instant).getTime()
  const { minute, hour, now: justNow, yesterday } = words[locale]
  if (elapsed < -MINUTE) {
    const timeLeft = formatRoughTimeLeft(-elapsed, locale)
    return locale === 'pl' ? `za${NBSP}${timeLeft}` : `in${NBSP}${timeLeft}`
  }
  if (elapsed < MINUTE) return justNow
  const ago = locale === 'pl' ? 'temu' : 'ago'
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)}${NBSP}${minute} ${ago}`
  if (elapsed < 12 * HOUR || dayOf(instant) === dayOf(now)) return `${Math.floor(elapsed / HOUR)}${NBSP}${hour} ${ago}`
  if (elapsed < 2 * DAY && dayOf(new Date(instant).getTime() + DAY) === dayOf(now)) return yesterday
  return shortDate(instant, now, locale)
}

function shortDate(instant: Instant, now: Instant, locale: Locale): string {
  const sameYear = dayOf(instant).slice(-4) === dayOf(now).slice(-4)
  return sameYear ? formatDayMonth(instant, locale) : formatDate(instant, locale)
}

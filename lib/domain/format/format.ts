import { warsawClock } from '../warsaw-clock'
import type { Locale } from './locales'

/**
 * Numbers, money and dates as text. Grouping and month names do not come from ICU, so that Node and every browser write
 * the same characters (a difference would be a hydration error) and Polish groups from 1 000 on.
 */

/** A `Date`, epoch milliseconds, or an ISO 8601 date-time; a bare `YYYY-MM-DD` is that calendar day. */
export type Instant = Date | number | string

const NBSP = '\u00A0'
const separators = { pl: { group: NBSP, decimal: ',' }, en: { group: ',', decimal: '.' } } as const
const months = {
  pl: ['sty', 'lut', 'mar', 'kwi', 'maj', 'cze', 'lip', 'sie', 'wrz', 'paź', 'lis', 'gru'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const
const longMonths = {
  pl: [
    'styczeń',
    'luty',
    'marzec',
    'kwiecień',
    'maj',
    'czerwiec',
    'lipiec',
    'sierpień',
    'wrzesień',
    'październik',
    'listopad',
    'grudzień',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
} as const

/**
 * `String` writes larger numbers with an exponent. `toLocaleString` does not, but creates an ICU formatter for each
 * call.
 */
const PLAIN_BELOW = 1e21

const digitsOf = (integer: number): string =>
  integer < PLAIN_BELOW
    ? String(integer)
    : integer.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 0 })

function group(digits: string, locale: Locale): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separators[locale].group)
}

/** `1 000` (U+00A0) or `1,000`. A fraction is rounded, half away from zero. */
export function formatInteger(value: number, locale: Locale): string {
  const rounded = Math.round(Math.abs(value))
  const sign = value < 0 && rounded > 0 ? '-' : ''
  return sign + group(digitsOf(rounded), locale)
}

/** Whole grosz as `1 234,56 zł` or `PLN 1,234.56`; always with two decimals. */
export function formatGrosz(grosz: number, locale: Locale): string {
  const total = Math.round(Math.abs(grosz))
  const sign = grosz < 0 && total > 0 ? '-' : ''
  const decimals = String(total % 100).padStart(2, '0')
  const amount = formatInteger(Math.floor(total / 100), locale) + separators[locale].decimal + decimals
  return locale === 'pl' ? `${sign}${amount}${NBSP}zł` : `${sign}PLN${NBSP}${amount}`
}

/** Whole złoty without decimals: `500 zł`, `PLN 500`. */
export function formatZloty(zloty: number, locale: Locale): string {
  const amount = formatInteger(zloty, locale)
  return locale === 'pl' ? `${amount}${NBSP}zł` : `PLN${NBSP}${amount}`
}

const netWord = { pl: 'netto', en: 'net' } as const

/**
 * A payable amount in whole grosz: `174,50 zł netto`, `PLN 174.50 net`. The service's amounts exclude VAT, which the
 * text states.
 */
export const formatNetGrosz = (grosz: number, locale: Locale): string =>
  formatGrosz(grosz, locale) + NBSP + netWord[locale]

/** The same for whole złoty: `500 zł netto`, `PLN 500 net`. */
export const formatNetZloty = (zloty: number, locale: Locale): string =>
  formatZloty(zloty, locale) + NBSP + netWord[locale]

/** With at most two decimals: `7,25`, `8`. */
export function formatHundredths(value: number, locale: Locale): string {
  const total = Math.round(Math.abs(value) * 100)
  const decimals = String(total % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  const sign = value < 0 && total > 0 ? '-' : ''
  const integerPart = formatInteger(Math.floor(total / 100), locale)
  return `${sign}${integerPart}${decimals && separators[locale].decimal + decimals}`
}

/** A ratio (0.37) as `37%`. A positive ratio never reads `0%`, and one below 1 never reads `100%`. */
export function formatPercent(ratio: number, locale: Locale): string {
  if (ratio > 0 && ratio < 0.01) return '<1%'
  if (ratio > 0.99 && ratio < 1) return '99%'
  return `${formatInteger(ratio * 100, locale)}%`
}

/** Decimal units: `512 B`, `412 kB`, `1,1 MB`. One decimal below ten. */
export function formatBytes(bytes: number, locale: Locale): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = Math.abs(bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const tenths = Math.round(value * 10)
  const hasDecimal = unit > 0 && tenths < 100 && tenths % 10 !== 0
  const number = hasDecimal
    ? `${Math.floor(tenths / 10)}${separators[locale].decimal}${tenths % 10}`
    : formatInteger(value, locale)
  return `${bytes < 0 ? '-' : ''}${number}${NBSP}${units[unit] ?? ''}`
}

interface WallClock {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly time: string
}

/** Cached, because the parts of one text use the same instant. */
let latest: { readonly ms: number; readonly clock: WallClock } | undefined

function toWallClock(instant: Instant): WallClock {
  const date = typeof instant === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(instant) : null
  if (date) return { year: Number(date[1]), month: Number(date[2]), day: Number(date[3]), time: '00:00' }
  const ms = new Date(instant).getTime()
  if (latest?.ms !== ms) latest = { ms, clock: readWallClock(ms) }
  return latest.clock
}

function readWallClock(ms: number): WallClock {
  const clock = warsawClock(ms)
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    time: clock.toISOString().slice(11, 16),
  }
}

/** `20 lis`, `20 Nov`. */
export function formatDayMonth(instant: Instant, locale: Locale): string {
  const { day, month } = toWallClock(instant)
  return `${day}${NBSP}${months[locale][month - 1] ?? ''}`
}

/** `20 lis 2026`, `20 Nov 2026`. */
export function formatDate(instant: Instant, locale: Locale): string {
  return `${formatDayMonth(instant, locale)}${NBSP}${toWallClock(instant).year}`
}

/** A day from a remote service; an invalid one is shown unchanged. */
export const formatRemoteDay = (day: string, locale: Locale): string =>
  Number.isNaN(Date.parse(day)) ? day : formatDate(day, locale)

/** `listopad 2026`, `November 2026`. */
export function formatMonth(instant: Instant, locale: Locale): string {
  const { month, year } = toWallClock(instant)
  return `${longMonths[locale][month - 1] ?? ''}${NBSP}${year}`
}

/** Warsaw wall-clock `14:32`. */
export function formatTime(instant: Instant): string {
  return toWallClock(instant).time
}

/** `20 lis 2026, 14:32`. */
export function formatDateTime(instant: Instant, locale: Locale): string {
  return `${formatDate(instant, locale)}, ${formatTime(instant)}`
}

/** `2026-11-20 14:32:05`, for a spreadsheet; undefined for an invalid instant. */
export function formatStamp(instant: string): string | undefined {
  const ms = Date.parse(instant)
  if (Number.isNaN(ms)) return undefined
  return warsawClock(ms).toISOString().slice(0, 19).replace('T', ' ')
}

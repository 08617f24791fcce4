import { warsawClock } from './warsaw-clock'

/** A calendar date in Warsaw, `YYYY-MM-DD`. */
export type Day = string
/** A calendar month in Warsaw, `YYYY-MM`. */
export type Month = string
/** ISO instants with milliseconds, so that they sort as text; `end` is exclusive. */
export type Bounds = { start: string; end: string }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const dateAt = (ms: number): Day => warsawClock(ms).toISOString().slice(0, 10)

/** Days since 1970 of a calendar date, for date arithmetic; not related to the instant at which the day begins. */
const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10)

// Clocks in Warsaw never change at midnight, so a day begins at 22:00Z or 23:00Z of the date before.
function findStart(day: Day): number {
  const summer = Date.parse(`${day}T00:00:00Z`) - 2 * HOUR_MS
  return dateAt(summer) === day ? summer : summer + HOUR_MS
}

const MAX_CACHED_DAYS = 2_000
const starts = new Map<Day, number>()

function startMs(day: Day): number {
  const cached = starts.get(day)
  if (cached !== undefined) return cached
  const found = findStart(day)
  if (Number.isNaN(found)) throw new RangeError(`not a calendar date: ${day}`)
  if (starts.size >= MAX_CACHED_DAYS) starts.clear()
  starts.set(day, found)
  return found
}

let latest = { day: '', from: 0, until: 0 }

/** The Warsaw date of an instant. The last day is cached, so that instants of the same day cost two comparisons. */
export function warsawDay(at: Date): Day {
  const ms = at.getTime()
  if (ms >= latest.from && ms < latest.until) return latest.day
  const day = dateAt(ms)
  latest = { day, from: startMs(day), until: startMs(addDays(day, 1)) }
  return day
}

export const warsawMonth = (at: Date): Month => warsawDay(at).slice(0, 7)

/** The instant at which a Warsaw day begins. Throws RangeError for a text that is not a date. */
export const startOfDay = (day: Day): Date => new Date(startMs(day))

/**
 * The first instant at which clocks in Warsaw show a whole hour (0 to 23) of a day. For an hour that is skipped (2 to 3
 * in spring), the first instant after it; for one that occurs twice (2 in autumn), the first.
 */
export function atHour(day: Day, hour: number): Date {
  const start = startMs(day)
  const hours = (startMs(addDays(day, 1)) - start) / HOUR_MS
  return new Date(start + (hour < 3 ? hour : hour + hours - 24) * HOUR_MS)
}

const bounds = (first: Day, next: Day): Bounds => ({
  start: startOfDay(first).toISOString(),
  end: startOfDay(next).toISOString(),
})

/** A day has 23, 24 or 25 hours. */
export const dayBounds = (day: Day): Bounds => bounds(day, addDays(day, 1))
export const monthBounds = (month: Month): Bounds => bounds(`${month}-01`, `${addMonths(month, 1)}-01`)

export const addDays = (day: Day, count: number): Day => dayOfNumber(dayNumber(day) + count)

export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  const year = String(Math.floor(index / 12)).padStart(4, '0')
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Whole calendar days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from)

export function daysOfMonth(month: Month): Day[] {
  const first = `${month}-01`
  const length = daysBetween(first, `${addMonths(month, 1)}-01`)
  return Array.from({ length }, (_, index) => addDays(first, index))
}

const DEADLINE_ENTRY_MS = 15 * 60_000

/**
 * End of the calendar entry for a deadline, which must be after its beginning: programs refuse or stretch entries
 * without length.
 */
export const endOfDeadline = (at: Date): Date => new Date(at.getTime() + DEADLINE_ENTRY_MS)

const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_MS = Date.UTC(3000, 0, 1)

const HAS_ZONE = /(?:Z|[+-]\d{2}(?::?\d{2})?|GMT|UTC)$/i
const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i
const DAY_FIRST =
  /^(?<day>\d{1,2})[.\-/](?<month>\d{1,2})[.\-/](?<year>\d{4})(?: ?r\.?)?(?:,? +(?:godz\. *|o +)?(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::(?<second>\d{2}))?)?$/
/** Matches a weekday or month name (RFC 9110, 5.6.7), so that the order of the numbers is clear. */
const NAMED = /^[A-Z][a-z]{2,8},? /

/**
 * Epoch ms of an instant in an answer; undefined for an absent or invalid one and for implausible years. A time without
 * a zone is Warsaw time, and a date alone is its beginning in Warsaw; `1.12.2026` is in December. The zone of this
 * machine does not matter.
 */
export function readInstant(instant: string | null | undefined): number | undefined {
  const ms = msOf((instant ?? '').trim())
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : undefined
}

function msOf(text: string): number {
  const parts = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups
  const hasZone = HAS_ZONE.test(text)
  if (parts && !(hasZone && parts['hour'])) return atWarsaw(parts)
  if (!hasZone) return Number.NaN
  if (parts) return Date.parse(text.replace(' ', 'T'))
  return NAMED.test(text) ? Date.parse(text) : Number.NaN
}

/** Of an hour that occurs twice, the first one; of a skipped hour, the same number of minutes after the change. */
function atWarsaw(parts: Readonly<Partial<Record<string, string>>>): number {
  const two = (part: string): string => (parts[part] ?? '').padStart(2, '0')
  const date = parseDay([parts['year'], two('month'), two('day')].join('-'))
  const clock = Date.parse(`${date}T${two('hour')}:${two('minute')}:${two('second')}Z`)
  if (Number.isNaN(clock)) return clock
  const summer = clock - 2 * HOUR_MS
  return warsawClock(summer).getTime() === clock ? summer : clock - HOUR_MS
}

/** An existing date in the form `YYYY-MM-DD` without surrounding blanks, else null. */
export function parseDay(text: string): Day | null {
  const day = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const number = dayNumber(day)
  return Number.isNaN(number) || dayOfNumber(number) !== day ? null : day
}

const FIXED_HOLIDAYS = new Set(['01-01', '01-06', '05-01', '05-03', '08-15', '11-01', '11-11', '12-25', '12-26'])
const CHRISTMAS_EVE_FREE_SINCE = 2025

/** Easter Sunday of a Gregorian year (the anonymous algorithm of 1876). */
function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (skipped + 19 * golden + 15) % 30
  const shift = epact === 29 || (epact === 28 && golden > 10) ? 1 : 0
  const fullMoon = epact - shift
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7
  return addDays(`${String(year).padStart(4, '0')}-03-28`, fullMoon - weekday)
}

function isPublicHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4))
  const date = day.slice(5)
  if (FIXED_HOLIDAYS.has(date)) return true
  if (date === '12-24') return year >= CHRISTMAS_EVE_FREE_SINCE
  const sinceEaster = daysBetween(easterSunday(year), day)
  // Easter, Easter Monday, Pentecost, Corpus Christi.
  return [0, 1, 49, 60].includes(sinceEaster)
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number =>
  // 1970-01-01 was a Thursday.
  (((dayNumber(day) + 4) % 7) + 7) % 7

/** Monday to Friday except Poland's public holidays. */
export function isWorkingDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isPublicHoliday(day)
}

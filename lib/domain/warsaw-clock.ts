/**
 * Warsaw local time. Within the years of the panel's data it is computed: the first use of a zone in `Intl` loads the
 * whole zone database, some 30 ms of a browser's main thread on every page (docs/decisions/warsaw-clock.md).
 */

import { timeZone } from './format/locales'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MARCH = 2
const OCTOBER = 9

/** The first year in which summer time ended in October, and a year far in the future. */
const FIRST_YEAR = 1996
const END_YEAR = 2100
const FIRST_MS = Date.UTC(FIRST_YEAR, 0, 1)
const END_MS = Date.UTC(END_YEAR, 0, 1)

/** 01:00 UTC of a month's last Sunday, when clocks change in all of the EU (directive 2000/84/EC). */
function changeOf(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0))
  return lastDay.getTime() - lastDay.getUTCDay() * DAY_MS + HOUR_MS
}

function offsetOf(ms: number): number {
  const year = new Date(ms).getUTCFullYear()
  const isSummer = ms >= changeOf(year, MARCH) && ms < changeOf(year, OCTOBER)
  return isSummer ? 2 * HOUR_MS : HOUR_MS
}

let zone: Intl.DateTimeFormat | undefined

function readZone(ms: number): Date {
  zone ??= new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = new Map(zone.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN
  const clock = new Date(0)
  clock.setUTCFullYear(read('year'), read('month') - 1, read('day'))
  clock.setUTCHours(read('hour'), read('minute'), read('second'))
  return clock
}

/**
 * A date whose UTC fields show Warsaw local time at the epoch millisecond; only for reading these fields. Throws
 * RangeError for an invalid instant.
 */
export const warsawClock = (ms: number): Date =>
  ms >= FIRST_MS && ms < END_MS ? new Date(ms + offsetOf(ms)) : readZone(ms)

import { daysBetween, isWorkingDay, startOfDay, type Day } from '@/lib/domain/calendar'

import { poisson, rng, type Rng } from '../rng'

const EPOCH = '2020-01-01'
const INDEXES_PER_DAY = 10_000
// About 22 000 in 30 days with 21 working days.
const EXPECTED = { working: 1025, free: 45 }
const FIRST_HOUR = 6
const HOUR_MS = 3_600_000
const HOURS = 12

/** The index of a notice among all, and its publication (ISO). */
export type NoticeTime = { readonly index: number; readonly at: string }

/** A random instant of publication on a Warsaw day (ms). */
export const drawTime = (random: Rng, day: Day): number =>
  startOfDay(day).getTime() + FIRST_HOUR * HOUR_MS + Math.floor(random.next() * HOURS * HOUR_MS)

/** A day's new notices in order, most of them on working days. `scale` is at most 9. */
export function timesOfDay(day: Day, scale: number): NoticeTime[] {
  const random = rng(`bzp-day|${day}`)
  const expected = EXPECTED[isWorkingDay(day) ? 'working' : 'free'] * scale
  const count = Math.min(INDEXES_PER_DAY, poisson(random, expected))
  const first = daysBetween(EPOCH, day) * INDEXES_PER_DAY
  const times = Array.from({ length: count }, () => drawTime(random, day))
  return times.sort((a, b) => a - b).map((at, index) => ({ index: first + index, at: new Date(at).toISOString() }))
}

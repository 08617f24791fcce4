import { daysBetween, isWorkingDay, startOfDay, type Day } from '@/lib/domain/calendar'

import { poisson, rng } from '../rng'
import { makeBzpNotice, type SampleNotice } from './bzp-notice'

const EPOCH = '2020-01-01'
const INDEXES_PER_DAY = 10_000
// About 22 000 in 30 days with 21 working days.
const EXPECTED = { working: 1025, free: 45 }
const FIRST_HOUR = 6
const HOUR_MS = 3_600_000
const HOURS = 12

/** Notices of a Warsaw day in the order of publication, most of them on working days. `scale` up to 9. */
export function noticesOfDay(day: Day, scale = 1): SampleNotice[] {
  const random = rng(`bzp-day|${day}`)
  const expected = EXPECTED[isWorkingDay(day) ? 'working' : 'free'] * scale
  const count = Math.min(INDEXES_PER_DAY, poisson(random, expected))
  const first = daysBetween(EPOCH, day) * INDEXES_PER_DAY
  const opening = startOfDay(day).getTime() + FIRST_HOUR * HOUR_MS
  const times = Array.from({ length: count }, () => opening + Math.floor(random.next() * HOURS * HOUR_MS))
  return times.sort((a, b) => a - b).map((at, index) => makeBzpNotice(first + index, new Date(at).toISOString()))
}

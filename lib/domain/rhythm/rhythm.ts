import { addDays, atHour, type Day, isWorkingDay, startOfDay, warsawDay, weekdayOf } from '../calendar'

/** `month_day` that means the last day of the month. */
export const LAST_DAY = 0
export const MAX_MONTH_DAY = 28

export type Rhythm = {
  readonly rhythm: 'hourly' | 'daily' | 'weekly' | 'monthly'
  /** 0 to 23; ignored for `hourly`. */
  readonly hour: number
  readonly minute?: number
  /** For `weekly`; 0 is Sunday. */
  readonly weekday: number
  /** For `monthly`: 1 to 28, or `LAST_DAY`. */
  readonly month_day?: number
  /** Skips Saturdays, Sundays and public holidays of Poland; a weekly time moves to the next working day. */
  readonly working_days?: boolean | number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const nextTime = (rhythm: Rhythm, after: Date): Date => seek(rhythm, after, 1)

/** The last time at or before an instant. */
export const lastTime = (rhythm: Rhythm, upTo: Date): Date => seek(rhythm, upTo, -1)

/** Number of days with a time, of the 365 from an instant. */
export function countDays(rhythm: Rhythm, from: Date): number {
  const first = warsawDay(from)
  return Array.from({ length: 365 }, (_, index) => addDays(first, index)).filter((day) => isDayOf(rhythm, day)).length
}

function seek(rhythm: Rhythm, from: Date, step: 1 | -1): Date {
  for (let day = warsawDay(from); ; day = addDays(day, step)) {
    const times = isDayOf(rhythm, day) ? timesOf(rhythm, day) : []
    const found = step > 0 ? times.find((time) => time > from) : times.findLast((time) => time <= from)
    if (found) return found
  }
}

function isDayOf({ rhythm, weekday, month_day: monthDay, working_days: isWorking }: Rhythm, day: Day): boolean {
  if (isWorking && !isWorkingDay(day)) return false
  if (rhythm === 'monthly') {
    return monthDay === LAST_DAY ? addDays(day, 1).endsWith('-01') : Number(day.slice(8)) === monthDay
  }
  if (rhythm !== 'weekly') return true
  for (let from = day; ; from = addDays(from, -1)) {
    if (weekdayOf(from) === weekday) return true
    if (!isWorking || isWorkingDay(addDays(from, -1))) return false
  }
}

/** An hourly rhythm has 23, 24 or 25 times a day. */
function timesOf({ rhythm, hour, minute = 0 }: Rhythm, day: Day): readonly Date[] {
  if (rhythm !== 'hourly') return [new Date(atHour(day, hour).getTime() + minute * MINUTE_MS)]
  const start = startOfDay(day).getTime()
  const count = (startOfDay(addDays(day, 1)).getTime() - start) / HOUR_MS
  return Array.from({ length: count }, (_, index) => new Date(start + index * HOUR_MS))
}

/** When nothing is sent. `quiet_from` and `quiet_to`: `HH:MM` in Warsaw, across midnight when the end is earlier. */
export type SendingHours = {
  readonly working_days_only: number
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly muted_until: string | null
}

/** The first instant from a given one on at which sending is allowed. Held messages are sent then. */
export function releaseTime(sendingHours: SendingHours, at: Date): Date {
  for (let instant = at; ;) {
    const releasedAt = heldUntil(sendingHours, instant)
    if (releasedAt === undefined) return instant
    instant = releasedAt
  }
}

function heldUntil(sendingHours: SendingHours, at: Date): Date | undefined {
  const { muted_until: muted, working_days_only: onlyWorking } = sendingHours
  if (muted !== null && Date.parse(muted) > at.getTime()) return new Date(muted)
  const day = warsawDay(at)
  if (onlyWorking === 1 && !isWorkingDay(day)) return startOfDay(addDays(day, 1))
  return quietUntil(sendingHours, at)
}

/** Hours across midnight are one interval, so it may have begun the day before. */
function quietUntil({ quiet_from: from, quiet_to: to }: SendingHours, at: Date): Date | undefined {
  if (from === null || to === null) return undefined
  const today = warsawDay(at)
  for (const day of [addDays(today, -1), today]) {
    const end = atClock(to > from ? day : addDays(day, 1), to)
    if (atClock(day, from) <= at && at < end) return end
  }
  return undefined
}

/** A skipped time in spring becomes the next valid one; of one that occurs twice in autumn, the first counts. */
function atClock(day: Day, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const begins = atHour(day, hour)
  const isSkipped = hour < 23 && begins.getTime() === atHour(day, hour + 1).getTime()
  return new Date(begins.getTime() + (isSkipped ? 0 : minute * MINUTE_MS))
}

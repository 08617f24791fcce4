import { addDays, atHour, type Day, isWorkingDay, startOfDay, warsawDay } from '../calendar'
import { tickAfter, type TickPlan, tickUpTo } from './ticks'

/** When nothing is sent. `quiet_from` and `quiet_to`: `HH:MM` in Warsaw, over midnight where the end is the earlier one. */
type Holds = {
  readonly working_days_only: number
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly muted_until: string | null
}

/** When a rule tells of what it found; `none`: never. */
export type RuleTimes = Omit<TickPlan, 'timing'> & Holds & { readonly timing: TickPlan['timing'] | 'at_once' | 'none' }

const MINUTE_MS = 60_000

/** The first instant from one on at which something may be sent. What is held is not dropped: it goes then. */
export function releaseOf(holds: Holds, at: Date): Date {
  for (let held = at; ;) {
    const free = heldUntil(holds, held)
    if (free === undefined) return held
    held = free
  }
}

function heldUntil(holds: Holds, at: Date): Date | undefined {
  const { muted_until: muted, working_days_only: onlyWorking } = holds
  if (muted !== null && Date.parse(muted) > at.getTime()) return new Date(muted)
  const day = warsawDay(at)
  if (onlyWorking === 1 && !isWorkingDay(day)) return startOfDay(addDays(day, 1))
  return quietUntil(holds, at)
}

/** Hours over midnight are one interval, so it may have begun the day before. */
function quietUntil({ quiet_from: from, quiet_to: to }: Holds, at: Date): Date | undefined {
  if (from === null || to === null) return undefined
  const today = warsawDay(at)
  for (const day of [addDays(today, -1), today]) {
    const end = atClock(to > from ? day : addDays(day, 1), to)
    if (atClock(day, from) <= at && at < end) return end
  }
  return undefined
}

/** A time that clocks leave out in spring is the next valid one; of one that comes twice in autumn, the first. */
function atClock(day: Day, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const begins = atHour(day, hour)
  const isLeftOut = hour < 23 && begins.getTime() === atHour(day, hour + 1).getTime()
  return new Date(begins.getTime() + (isLeftOut ? 0 : minute * MINUTE_MS))
}

const isDigest = (times: RuleTimes): times is RuleTimes & TickPlan =>
  times.timing !== 'at_once' && times.timing !== 'none'

/**
 * The end of the window that may be told of now; undefined while none is due. Windows are half-open: what is found at the end of one is of
 * the next. Of several that were missed the last one ends them all. `from`: the end of the window before.
 */
export function dueWindow(times: RuleTimes, from: Date, now: Date): Date | undefined {
  if (times.timing === 'none' || releaseOf(times, now) > now) return undefined
  // What is found at once is told at once: up to this moment, the moment included.
  if (!isDigest(times)) return new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const end = releaseOf(times, tickUpTo(times, now))
  return end > from ? end : undefined
}

/** When what was found at an instant is told: not before, and as soon as the rule allows. */
export function toldAt(times: RuleTimes, found: Date): Date {
  if (!isDigest(times)) return releaseOf(times, found)
  const held = releaseOf(times, tickUpTo(times, found))
  return held > found ? held : releaseOf(times, tickAfter(times, found))
}

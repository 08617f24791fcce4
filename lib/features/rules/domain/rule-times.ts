import { type SendingHours, lastTime, nextTime, releaseTime, type Rhythm } from '@/lib/domain/rhythm/rhythm'

export { releaseTime } from '@/lib/domain/rhythm/rhythm'

/** When a rule sends its matches. `weekday`: 0 is Sunday. */
export type RuleTimes = SendingHours & {
  readonly timing: 'none' | 'at_once' | 'hourly' | 'daily' | 'weekly'
  readonly digest_hour: number
  readonly weekday: number
}

/** Schedule of a digest's windows; undefined for rules that notify immediately or never. */
const rhythmOf = ({ timing, digest_hour, weekday, working_days_only }: RuleTimes): Rhythm | undefined =>
  timing === 'at_once' || timing === 'none'
    ? undefined
    : { rhythm: timing, hour: digest_hour, weekday, working_days: working_days_only }

/**
 * Returns the end of the window that may be sent now, or undefined if no window is due. Windows are half-open: a match
 * at the end of one belongs to the next. Several missed windows are merged into the last. `from`: the end of the
 * previous window.
 */
export function dueWindow(times: RuleTimes, from: Date, now: Date): Date | undefined {
  if (times.timing === 'none' || releaseTime(times, now) > now) return undefined
  const rhythm = rhythmOf(times)
  // An immediate rule sends everything up to and including this moment.
  if (!rhythm) return new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const end = releaseTime(times, lastTime(rhythm, now))
  return end > from ? end : undefined
}

/** Returns when a match of a given instant is sent: the earliest time the rule allows. */
export function notifyAt(times: RuleTimes, found: Date): Date {
  const rhythm = rhythmOf(times)
  if (!rhythm) return releaseTime(times, found)
  const releasedAt = releaseTime(times, lastTime(rhythm, found))
  return releasedAt > found ? releasedAt : releaseTime(times, nextTime(rhythm, found))
}

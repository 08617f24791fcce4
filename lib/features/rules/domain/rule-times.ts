import { type Holds, lastTime, nextTime, releaseOf, type Rhythm } from '@/lib/domain/rhythm/rhythm'

export { releaseOf } from '@/lib/domain/rhythm/rhythm'

/** When a rule tells of what it found. `weekday`: 0 is Sunday. */
export type RuleTimes = Holds & {
  readonly timing: 'none' | 'at_once' | 'hourly' | 'daily' | 'weekly'
  readonly digest_hour: number
  readonly weekday: number
}

/** When windows of a digest end; undefined of what is told at once, or never. */
const rhythmOf = ({ timing, digest_hour, weekday, working_days_only }: RuleTimes): Rhythm | undefined =>
  timing === 'at_once' || timing === 'none'
    ? undefined
    : { rhythm: timing, hour: digest_hour, weekday, working_days: working_days_only }

/**
 * The end of the window that may be told of now; undefined while none is due. Windows are half-open: what is found at the end of one is of
 * the next. Of several that were missed the last one ends them all. `from`: the end of the window before.
 */
export function dueWindow(times: RuleTimes, from: Date, now: Date): Date | undefined {
  if (times.timing === 'none' || releaseOf(times, now) > now) return undefined
  const rhythm = rhythmOf(times)
  // What is found at once is told at once: up to this moment, the moment included.
  if (!rhythm) return new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const end = releaseOf(times, lastTime(rhythm, now))
  return end > from ? end : undefined
}

/** When what was found at an instant is told: not before, and as soon as the rule allows. */
export function toldAt(times: RuleTimes, found: Date): Date {
  const rhythm = rhythmOf(times)
  if (!rhythm) return releaseOf(times, found)
  const held = releaseOf(times, lastTime(rhythm, found))
  return held > found ? held : releaseOf(times, nextTime(rhythm, found))
}

import { addDays, atHour, warsawDay, weekdayOf } from '../calendar'

export const whiteListRhythms = ['daily', 'weekly'] as const
export type WhiteListRhythm = (typeof whiteListRhythms)[number]

export type WhiteListPlan = {
  readonly rhythm: WhiteListRhythm
  /** Of a weekly one; 0 is Sunday. */
  readonly weekday: number
  /** Hour in Warsaw, 0 to 23. */
  readonly hour: number
}

/** The first check after an instant. */
export function nextCheck({ rhythm, weekday, hour }: WhiteListPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const at = atHour(day, hour)
    if (at > after && (rhythm === 'daily' || weekdayOf(day) === weekday)) return at
  }
}

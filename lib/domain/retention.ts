import { addMonths, daysOfMonth, startOfDay, warsawDay } from './calendar'

/** The first instant of the Warsaw day `months` ago, or of that month's last day where it has no such day. */
export function retentionCutoff(now: Date, months: number): string {
  const today = warsawDay(now)
  const days = daysOfMonth(addMonths(today.slice(0, 7), -months))
  const day = days.find((each) => each.slice(8) === today.slice(8)) ?? days.at(-1) ?? today
  return startOfDay(day).toISOString()
}

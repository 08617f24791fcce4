import { addDays, isWorkingDay, type Day } from '@/lib/domain/calendar'

const counted = new Map<Day, number>()

/** Issues of the gazette are numbered from 1 each year and appear on working days. */
function workingDaysUpTo(day: Day): number {
  const known = counted.get(day)
  if (known !== undefined) return known
  let count = 0
  for (let at = `${day.slice(0, 4)}-01-01`; at <= day; at = addDays(at, 1)) count += isWorkingDay(at) ? 1 : 0
  counted.set(day, count)
  return count
}

/** `224/2026`. */
export const issueNumber = (day: Day): string => `${workingDaysUpTo(day)}/${day.slice(0, 4)}`

/** Positions are numbered within the year; these are above every real one. */
export const POSITIONS_FROM = 9_000_000

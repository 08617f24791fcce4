import { addDays, isWorkingDay, type Day } from '@/lib/domain/calendar'

const workingDayCounts = new Map<Day, number>()

/** Issues of the gazette are numbered from 1 each year and appear on working days. */
function workingDaysUpTo(day: Day): number {
  const cached = workingDayCounts.get(day)
  if (cached !== undefined) return cached
  let count = 0
  for (let at = `${day.slice(0, 4)}-01-01`; at <= day; at = addDays(at, 1)) count += isWorkingDay(at) ? 1 : 0
  workingDayCounts.set(day, count)
  return count
}

/** `224/2026`. */
export const issueNumber = (day: Day): string => `${workingDaysUpTo(day)}/${day.slice(0, 4)}`

/** Positions are numbered within the year; these are above every real one. */
export const POSITIONS_FROM = 9_000_000

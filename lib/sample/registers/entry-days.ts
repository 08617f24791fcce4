import { addDays, type Day, isWorkingDay } from '@/lib/domain/calendar'

import { rng } from '../rng'

const workingDays = new Map<Day, Day>()

/** The day itself, or the last working day before it. */
export function workingDayUpTo(day: Day): Day {
  const cached = workingDays.get(day)
  if (cached !== undefined) return cached
  let candidate = day
  while (!isWorkingDay(candidate)) candidate = addDays(candidate, -1)
  workingDays.set(day, candidate)
  return candidate
}

/** The day itself, or the first working day after it. */
export function workingDayFrom(day: Day): Day {
  let candidate = day
  while (!isWorkingDay(candidate)) candidate = addDays(candidate, 1)
  return candidate
}

/** `count` working days in the `years` before `today`, ascending, possibly repeated. */
export function entryDays(seed: string, count: number, { today, years }: { today: Day; years: number }): Day[] {
  const random = rng(`days|${seed}`)
  const furthest = years * 365
  const daysBack = Array.from({ length: count }, () => random.int(1, furthest)).sort((a, b) => b - a)
  return daysBack.map((days) => workingDayUpTo(addDays(today, -days)))
}

import { addDays, type Day, daysBetween, daysOfMonth, type Month, weekdayOf } from '@/lib/domain/calendar'

/** Weeks from Monday to Sunday; undefined for days of other months. */
export function weeksOf(month: Month): readonly (readonly (Day | undefined)[])[] {
  const days = daysOfMonth(month)
  const lead = (weekdayOf(days[0] ?? '') + 6) % 7
  const cells = [...Array.from({ length: lead }, () => undefined), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => cells[week * 7 + index]),
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day that a key of the grid pattern moves to; undefined for other keys. */
export function dayForKey(day: Day, key: string): Day | undefined {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  const weekday = (weekdayOf(day) + 6) % 7
  if (key === 'Home') return addDays(day, -weekday)
  if (key === 'End') return addDays(day, 6 - weekday)
  if (key === 'PageUp') return sameDayOf(day, -1)
  return key === 'PageDown' ? sameDayOf(day, 1) : undefined
}

/** The same day of another month, or its last day. */
function sameDayOf(day: Day, months: -1 | 1): Day {
  const first = `${day.slice(0, 7)}-01`
  const month = addDays(first, months === 1 ? 31 : -1).slice(0, 7)
  const days = daysOfMonth(month)
  return days[daysBetween(first, day)] ?? days.at(-1) ?? day
}

import { addDays, type Day, daysBetween, parseDay } from '@/lib/domain/calendar'

/** A valid period: both days exist, and it does not end before it begins. */
export type Period = { readonly start: Day; readonly end: Day }

/** Undefined for a missing or invalid day, or a reversed period. */
export function readPeriod(start: string | null | undefined, end: string | null | undefined): Period | undefined {
  const [from, to] = [dayOf(start), dayOf(end)]
  return from === undefined || to === undefined || from > to ? undefined : { start: from, end: to }
}

const dayOf = (text: string | null | undefined): Day | undefined =>
  typeof text === 'string' && parseDay(text) === text ? text : undefined

const yearOf = (day: Day): number => Number(day.slice(0, 4))
const monthOf = (day: Day): number => Number(day.slice(5, 7))
const dayOfMonth = (day: Day): number => Number(day.slice(8, 10))
const DAYS_OF_A_MONTH = 30.44

/** Whole months, at least one: periods have 1 to 36, and one that begins within a month is rounded. */
export function monthsOf({ start, end }: Period): number {
  const after = addDays(end, 1)
  const months = (yearOf(after) - yearOf(start)) * 12 + monthOf(after) - monthOf(start)
  const days = dayOfMonth(after) - dayOfMonth(start)
  return Math.max(1, Math.round(months + days / DAYS_OF_A_MONTH))
}

/** The year that contains most of its months; the later one if equal. */
export function yearOfPeriod({ start, end }: Period): number {
  const years = Array.from({ length: yearOf(end) - yearOf(start) + 1 }, (_, index) => yearOf(start) + index)
  const daysIn = (year: number) => {
    const [from, to] = [`${year}-01-01`, `${year}-12-31`]
    return daysBetween(start > from ? start : from, end < to ? end : to) + 1
  }
  return years.reduce((best, year) => (monthsIn(daysIn(year)) >= monthsIn(daysIn(best)) ? year : best), yearOf(start))
}

const monthsIn = (days: number): number => Math.round(days / DAYS_OF_A_MONTH)

/** Whether the later one begins on the day after the earlier one. */
export const follows = (later: Period, earlier: Period): boolean => addDays(earlier.end, 1) === later.start

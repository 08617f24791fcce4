import { addDays, type Day, daysBetween, parseDay } from '@/lib/domain/calendar'

/** A period that can be read: both days are days, and it does not end before it begins. */
export type Period = { readonly start: Day; readonly end: Day }

/** Undefined for what is missing, no day, or the wrong way round. */
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

/** Whole months, at least one: periods run from 1 to 36 of them, and one that begins in the middle of a month is rounded. */
export function monthsOf({ start, end }: Period): number {
  const after = addDays(end, 1)
  const months = (yearOf(after) - yearOf(start)) * 12 + monthOf(after) - monthOf(start)
  const days = dayOfMonth(after) - dayOfMonth(start)
  return Math.max(1, Math.round(months + days / DAYS_OF_A_MONTH))
}

/** The year that holds most of its months; of two that hold as many the later one. */
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

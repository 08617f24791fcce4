import { dayValues, type ValuedDay } from '@/components/meters/day-values'
import { type Day, daysOfMonth, type Month } from '@/lib/domain/calendar'

import type { TotalledDay } from './totals'

type DatedDay = TotalledDay & { readonly date: Day }

/** Every day of the month for the chart; days after the last one of the answer are future days. */
export function chartDays(days: readonly DatedDay[], month: Month): readonly ValuedDay[] {
  const known = new Map(days.map((day) => [day.date, day]))
  const last = days.at(-1)?.date ?? ''
  return daysOfMonth(month).map((date) => {
    const day = known.get(date)
    if (day === undefined && date > last) return { date, values: null }
    return { date, values: dayValues(day ?? {}) }
  })
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof weekdays)[number]

/** The panel's own names rather than those of ICU, so that the server and every browser render the same. */
export const toWeekday = (day: Day): Weekday => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sun'

export const isWeekend = (day: Day): boolean => toWeekday(day) === 'sat' || toWeekday(day) === 'sun'

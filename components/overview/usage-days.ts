import { type DayKey, dayKeys, dayValues, type ValuedDay } from '@/components/meters/day-values'
import type { OperationAnswer } from '@/lib/client/client'
import { addDays, daysBetween, type Day } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { wholeCount } from '@/lib/domain/usage/overage'
import { monthlyFigures } from '@/lib/domain/usage/pools'

type Items = OperationAnswer<'usage.daily'>['items']
type Range = { readonly firstDay: Day; readonly lastDay: Day }

const LONGEST_PERIOD_DAYS = 400

/**
 * Every day of the period in order; days missing in the answer are future days. Without bounds, only the days of the
 * answer.
 */
export function usageDays(items: Items, range: Range | undefined): ValuedDay[] {
  const valuesByDate = new Map(items.flatMap((item) => (item.date ? [[item.date, dayValues(item)] as const] : [])))
  if (range === undefined || daysBetween(range.firstDay, range.lastDay) > LONGEST_PERIOD_DAYS)
    return [...valuesByDate].map(([date, values]) => ({ date, values }))
  const length = daysBetween(range.firstDay, range.lastDay) + 1
  return Array.from({ length }, (_, index) => {
    const date = addDays(range.firstDay, index)
    return { date, values: valuesByDate.get(date) ?? null }
  })
}

/** Days with a missing, negative or too large number: what is shown of them is incomplete. */
export const unreadableDays = (items: Items): number =>
  items.filter((item) => item.date && monthlyFigures.some((key) => wholeCount(item[key]) === undefined)).length

/** Sums by column over the days that have passed. */
export function sumDays(days: readonly ValuedDay[]): Record<DayKey, number> {
  return recordOf(dayKeys, (key) => days.reduce((total, { values }) => total + (values?.[key] ?? 0), 0))
}

export const isUnusedPeriod = (days: readonly ValuedDay[]): boolean => {
  const sums = sumDays(days)
  return dayKeys.every((key) => sums[key] === 0)
}

import type { UsageDay } from '@/components/charts/series'
import type { Answer } from '@/lib/client/client'
import { addDays, daysBetween, type Day } from '@/lib/domain/calendar'
import { countOf } from '@/lib/domain/overage'

export const seriesKeys = ['lookups', 'rdf', 'pdfs'] as const
export type SeriesKey = (typeof seriesKeys)[number]
type Items = Answer<'usage.daily'>['items']
type Range = { readonly firstDay: Day; readonly lastDay: Day }

const LONGEST_PERIOD_DAYS = 400

/** Each day of the period in order; those that the answer does not have yet are to come. Without bounds, the days that came. */
export function usageDays(items: Items, range: Range | undefined): UsageDay[] {
  const known = new Map(items.flatMap((item) => (item.date ? [[item.date, valuesOf(item)] as const] : [])))
  if (range === undefined || daysBetween(range.firstDay, range.lastDay) > LONGEST_PERIOD_DAYS)
    return [...known].map(([date, values]) => ({ date, values }))
  const length = daysBetween(range.firstDay, range.lastDay) + 1
  return Array.from({ length }, (_, index) => {
    const date = addDays(range.firstDay, index)
    return { date, values: known.get(date) ?? null }
  })
}

const valuesOf = (item: Items[number]): Record<SeriesKey, number> => ({
  lookups: countOf(item.lookups) ?? 0,
  rdf: countOf(item.rdf) ?? 0,
  pdfs: countOf(item.pdfs) ?? 0,
})

/** Days of which a number is missing, negative or too large to be one: what is shown of them is not all. */
export const unreadableDays = (items: Items): number =>
  items.filter((item) => item.date && seriesKeys.some((key) => countOf(item[key]) === undefined)).length

export const totalOf = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0)

/** Sums over the days that have come, by series. */
export function sumsOf(days: readonly UsageDay[]): Record<SeriesKey, number> {
  const sum = (key: SeriesKey) => days.reduce((total, { values }) => total + (values?.[key] ?? 0), 0)
  return { lookups: sum('lookups'), rdf: sum('rdf'), pdfs: sum('pdfs') }
}

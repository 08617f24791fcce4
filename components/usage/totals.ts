import type { Answer } from '@/lib/client/client'
import type { Day, Month } from '@/lib/domain/calendar'

import { type Loose, sumOf, valueOf } from './figure'

/** In the order of the page and of the file. */
export const dayKeys = ['lookups', 'rdf', 'pdfs', 'wpv_checks', 'overage_units', 'overage_grosz'] as const
export type DayKey = (typeof dayKeys)[number]
export type UsageDay = Loose<Answer<'usage.daily'>['items'][number]>

/** Sums by column; undefined where a day does not say its number. */
export type Totals = Readonly<Record<DayKey, number | undefined>>

/** The days of a month that an answer has, oldest first. */
export const daysOf = (items: readonly UsageDay[], month: Month): readonly (UsageDay & { date: Day })[] =>
  items
    .flatMap((item) =>
      typeof item.date === 'string' && item.date.startsWith(`${month}-`) ? [{ ...item, date: item.date }] : [],
    )
    .sort((a, b) => (a.date < b.date ? -1 : 1))

export function totalsOf(days: readonly UsageDay[]): Totals {
  const total = (key: DayKey) =>
    valueOf(
      sumOf(
        key,
        days.map((day) => day[key]),
      ),
    )
  return {
    lookups: total('lookups'),
    rdf: total('rdf'),
    pdfs: total('pdfs'),
    wpv_checks: total('wpv_checks'),
    overage_units: total('overage_units'),
    overage_grosz: total('overage_grosz'),
  }
}

/** True when nothing at all was used. A number that is not known is not nothing. */
export const isUnused = (days: readonly UsageDay[]): boolean =>
  days.every((day) => dayKeys.every((key) => day[key] === 0))

export interface Comparison {
  readonly now: Totals
  readonly before: Totals
  /** The last day of either side: the same day of the month, or the end of the shorter month. */
  readonly lastDay: Day | undefined
  readonly lastDayBefore: Day | undefined
}

export interface Months {
  readonly days: readonly (UsageDay & { date: Day })[]
  readonly before: readonly (UsageDay & { date: Day })[]
  /** The month goes on: then the one before counts only to the same day. */
  readonly isCurrent: boolean
}

/** A month beside the one before: closed whole with whole, the current one with the same number of days. */
export function compareMonths({ days, before, isCurrent }: Months): Comparison {
  const lastDay = days.at(-1)?.date
  const dayOfMonth = lastDay?.slice(8) ?? '00'
  const compared = isCurrent ? before.filter(({ date }) => date.slice(8) <= dayOfMonth) : before
  return { now: totalsOf(days), before: totalsOf(compared), lastDay, lastDayBefore: compared.at(-1)?.date }
}

export type Change =
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown' }
  /** `ratio` is the change over the earlier number, above 0; undefined when that was 0. */
  | { readonly kind: 'more' | 'less'; readonly by: number; readonly ratio: number | undefined }

export function changeOf(now: number | undefined, before: number | undefined): Change {
  if (now === undefined || before === undefined) return { kind: 'unknown' }
  if (now === before) return { kind: 'same' }
  const by = Math.abs(now - before)
  return { kind: now > before ? 'more' : 'less', by, ratio: before === 0 ? undefined : by / before }
}

import type { OperationAnswer } from '@/lib/client/client'
import type { Day, Month } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { type DayFigure, dayFigures } from '@/lib/domain/usage/pools'

import { type Unverified, addFigures, figureValue } from './figure'

export type TotalledDay = Unverified<OperationAnswer<'usage.daily'>['items'][number]>

/** Sums by column; undefined if a day lacks its number. */
export type Totals = Readonly<Record<DayFigure, number | undefined>>

/** The days of a month in an answer, oldest first. */
export const filterMonthDays = (
  items: readonly TotalledDay[],
  month: Month,
): readonly (TotalledDay & { date: Day })[] =>
  items
    .flatMap((item) =>
      typeof item.date === 'string' && item.date.startsWith(`${month}-`) ? [{ ...item, date: item.date }] : [],
    )
    .sort((a, b) => compareValues(a.date, b.date))

export const totalDays = (days: readonly TotalledDay[]): Totals =>
  recordOf(dayFigures, (figure) => figureValue(addFigures(days, figure)))

/** True if nothing was used. An unknown number does not count as zero. */
export const isUnusedMonth = (days: readonly TotalledDay[]): boolean =>
  days.every((day) => dayFigures.every((figure) => day[figure] === 0))

export interface Comparison {
  readonly now: Totals
  readonly before: Totals
  /** The last compared day of a month: the same day of both, or the end of the shorter month. */
  readonly lastDay: Day | undefined
  readonly lastDayBefore: Day | undefined
}

export interface Months {
  readonly days: readonly (TotalledDay & { date: Day })[]
  readonly before: readonly (TotalledDay & { date: Day })[]
  /** Today, in the current month. It is excluded from the comparison; the previous month counts up to the same day. */
  readonly runningDay: Day | undefined
}

/**
 * Compares a month with the previous one: whole months, or the complete days of the current one. Undefined on its first
 * day.
 */
export function compareMonths({ days: all, before, runningDay }: Months): Comparison | undefined {
  const days = runningDay === undefined ? all : all.filter(({ date }) => date < runningDay)
  const lastDay = days.at(-1)?.date
  if (lastDay === undefined) return undefined
  const compared = runningDay === undefined ? before : before.filter(({ date }) => date.slice(8) <= lastDay.slice(8))
  return { now: totalDays(days), before: totalDays(compared), lastDay, lastDayBefore: compared.at(-1)?.date }
}

export type Change =
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown' }
  /** `ratio` is the change relative to the earlier number, above 0; undefined if that was 0. */
  | { readonly kind: 'more' | 'less'; readonly by: number; readonly ratio: number | undefined }

export function compareFigures(now: number | undefined, before: number | undefined): Change {
  if (now === undefined || before === undefined) return { kind: 'unknown' }
  if (now === before) return { kind: 'same' }
  const by = Math.abs(now - before)
  return { kind: now > before ? 'more' : 'less', by, ratio: before === 0 ? undefined : by / before }
}

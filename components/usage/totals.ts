import type { OperationAnswer } from '@/lib/client/client'
import type { Day, Month } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { type DayFigure, dayFigures } from '@/lib/domain/usage/pools'

import { type Unverified, addFigures, figureValue } from './figure'

export type TotalledDay = Unverified<OperationAnswer<'usage.daily'>['items'][number]>

/** Sums by column; undefined where a day does not say its number. */
export type Totals = Readonly<Record<DayFigure, number | undefined>>

/** The days of a month that an answer has, oldest first. */
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

/** True when nothing at all was used. A number that is not known is not nothing. */
export const isUnusedMonth = (days: readonly TotalledDay[]): boolean =>
  days.every((day) => dayFigures.every((figure) => day[figure] === 0))

export interface Comparison {
  readonly now: Totals
  readonly before: Totals
  /** The last day of either side: the same day of the month, or the end of the shorter month. */
  readonly lastDay: Day | undefined
  readonly lastDayBefore: Day | undefined
}

export interface Months {
  readonly days: readonly (TotalledDay & { date: Day })[]
  readonly before: readonly (TotalledDay & { date: Day })[]
  /** Of the current month: its day that goes on, which is compared with nothing; the one before counts to the same day. */
  readonly runningDay: Day | undefined
}

/** A month and the one before: closed whole with whole, the current one with as many whole days; undefined on its first day. */
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
  /** `ratio` is the change over the earlier number, above 0; undefined when that was 0. */
  | { readonly kind: 'more' | 'less'; readonly by: number; readonly ratio: number | undefined }

export function compareFigures(now: number | undefined, before: number | undefined): Change {
  if (now === undefined || before === undefined) return { kind: 'unknown' }
  if (now === before) return { kind: 'same' }
  const by = Math.abs(now - before)
  return { kind: now > before ? 'more' : 'less', by, ratio: before === 0 ? undefined : by / before }
}

import { addMonths, type Bounds, type Month, monthBounds, readInstant, warsawMonth } from '@/lib/domain/calendar'

/** The earliest month of the pager, long before any register had an interface. */
const FIRST_MONTH: Month = '2000-01'
/** Milliseconds after the end of a month in which a charge of its last moment may still be recorded. */
const SETTLE_MS = 5 * 60_000

export type MonthFault = 'malformed' | 'future' | 'before'

export interface ChosenMonth {
  readonly month: Month
  readonly fault?: MonthFault
}

/** The month of the address, or the current one if it is missing or cannot be shown. */
export function chooseMonth(requested: string | undefined, current: Month, first: Month = FIRST_MONTH): ChosenMonth {
  if (requested === undefined) return { month: current }
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(requested) || requested < FIRST_MONTH)
    return { month: current, fault: 'malformed' }
  if (requested > current) return { month: current, fault: 'future' }
  return requested < first ? { month: current, fault: 'before' } : { month: requested }
}

/** The month in which the account was created: there are no figures before it. */
export function firstUsageMonth(since: string | undefined): Month {
  const at = readInstant(since)
  return at === undefined ? FIRST_MONTH : warsawMonth(new Date(at))
}

export const previousMonth = (month: Month, first: Month = FIRST_MONTH): Month | undefined =>
  month <= first ? undefined : addMonths(month, -1)

export type MonthPeriod = {
  readonly period_start?: string | null | undefined
  readonly period_end?: string | null | undefined
}

/**
 * The month in which the first readable period began (decision 22, month boundary: the service names it), or else that
 * of the clock.
 */
export function currentMonth(periods: readonly (MonthPeriod | undefined)[], now: number): Month {
  const start = periods.map((period) => readInstant(period?.period_start)).find((ms) => ms !== undefined)
  return warsawMonth(new Date(start ?? now))
}

/** True if a period is exactly the Warsaw month: only then can its meter be compared with the month's days. */
export function isMonthPeriod({ period_start, period_end }: MonthPeriod, month: Month): boolean {
  const { start, end }: Bounds = monthBounds(month)
  return readInstant(period_start) === Date.parse(start) && readInstant(period_end) === Date.parse(end)
}

/** True if an answer about a month, read at that time, can no longer change. */
export const isFinal = (month: Month, readAtMs: number): boolean =>
  readAtMs > Date.parse(monthBounds(month).end) + SETTLE_MS

/**
 * The statement of a finished month is created after this time, because calls begun before midnight may still be
 * charged.
 */
const FROZEN_AFTER_MS = 10 * 60_000

export const isFrozen = (month: Month, now: number): boolean =>
  now >= Date.parse(monthBounds(month).end) + FROZEN_AFTER_MS

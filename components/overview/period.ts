import { addMonths, type Day, monthBounds, readInstant, warsawDay, warsawMonth } from '@/lib/domain/calendar'

/** The billing period as the service gives it, in the words of the header. */
export type OverviewPeriod = {
  readonly firstDay: Day
  /** Inclusive: the period's end is exclusive. */
  readonly lastDay: Day
  /** True when it is exactly one Warsaw month, which then names it. */
  readonly isCalendarMonth: boolean
}

/** Undefined when the answer has no readable bounds. Never computed from the clock (decision 22). */
export function toOverviewPeriod(
  start: string | null | undefined,
  end: string | null | undefined,
): OverviewPeriod | undefined {
  const [from, to] = [readInstant(start), readInstant(end)]
  if (from === undefined || to === undefined || to <= from) return undefined
  const month = warsawMonth(new Date(from))
  const bounds = monthBounds(month)
  return {
    firstDay: warsawDay(new Date(from)),
    lastDay: warsawDay(new Date(to - 1)),
    isCalendarMonth: from === Date.parse(bounds.start) && to === Date.parse(monthBounds(addMonths(month, 1)).start),
  }
}

import { addMonths, type Day, monthBounds, readInstant, warsawDay, warsawMonth } from '@/lib/domain/calendar'

export type OverviewPeriod = {
  readonly firstDay: Day
  /** Inclusive, although the service's period end is exclusive. */
  readonly lastDay: Day
  /** True if it is exactly one Warsaw month, which then gives it its name. */
  readonly isCalendarMonth: boolean
}

/** Undefined if the answer has no readable bounds. Never computed from the clock (decision 22, month boundary). */
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

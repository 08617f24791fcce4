import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'

/** Days for which changes and announcements of a company are requested. */
export const PART_DAYS_BACK = 365

/** The days covered by an answer that was requested at an instant. */
export function partPeriod(requestedAt: string): { readonly from: Day; readonly to: Day } {
  const to = warsawDay(new Date(requestedAt))
  return { from: addDays(to, -PART_DAYS_BACK), to }
}

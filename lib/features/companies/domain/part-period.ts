import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'

/** How far back changes and announcements of a company are asked for. */
export const PART_DAYS_BACK = 365

/** The days that an answer covers which was asked for at an instant. */
export function partPeriod(askedAt: string): { readonly from: Day; readonly to: Day } {
  const to = warsawDay(new Date(askedAt))
  return { from: addDays(to, -PART_DAYS_BACK), to }
}

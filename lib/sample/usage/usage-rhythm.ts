import { addDays, addMonths, daysOfMonth, type Day, isWorkingDay, warsawDay, warsawMonth } from '@/lib/domain/calendar'

import { rng } from '../rng'
import type { UsageProfile } from './usage-profiles'

/** A day and its fraction of a profile's twenty-day amounts. */
export type DayShare = { readonly day: Day; readonly share: number }

const FREE_DAY = 0.16
const REFERENCE_DAYS = 20

/** Days of the two previous months and of this month up to today, oldest first. */
export function daysOfUse(slug: string, profile: UsageProfile, now: Date): DayShare[] {
  const today = warsawDay(now)
  const first = profile.lastDays === undefined ? '' : addDays(today, 1 - profile.lastDays)
  const months = profile.months.map((factor, monthsAgo) => ({ factor, month: addMonths(warsawMonth(now), -monthsAgo) }))
  return months
    .toReversed()
    .flatMap(({ factor, month }) => sharesOfMonth(slug, profile, { factor, month }))
    .filter(({ day, share }) => day >= first && day <= today && share > 0)
}

function sharesOfMonth(slug: string, profile: UsageProfile, { factor, month }: { factor: number; month: string }) {
  const random = rng(`usage-month|${slug}|${month}`)
  const days = daysOfMonth(month).map((day) => ({
    day,
    weight: (isWorkingDay(day) ? 1 : FREE_DAY) * (0.85 + random.next() * 0.3),
  }))
  const referenceWeight = days.slice(0, REFERENCE_DAYS).reduce((sum, { weight }) => sum + weight, 0)
  return days.map(({ day, weight }, index): DayShare => {
    const lateFactor = index < REFERENCE_DAYS ? 1 : (profile.afterTwentieth ?? 1)
    return { day, share: (factor * lateFactor * weight) / referenceWeight }
  })
}

import { addDays, daysBetween, type Day } from '@/lib/domain/calendar'
import { rng } from '@/lib/service/sample/rng'

const EPOCH = '2020-01-01'
const CASE_DAYS = 360

/** Where a debtor's case stands on a day. `progress` is 0..1 through the case and never goes back while the case lasts. */
export type CaseState = { progress: number; openedOn: Day; number: number }

/**
 * Every debtor has one case after another, each of 360 days, shifted so that not all begin together. The state is a
 * function of debtor and day alone: whichever day is made first, the stages of a case follow their legal order.
 */
export function caseOf(debtor: string, day: Day): CaseState {
  const shift = rng(`case|${debtor}`).int(0, CASE_DAYS - 1)
  const elapsed = daysBetween(EPOCH, day) + shift
  const cycle = Math.floor(elapsed / CASE_DAYS)
  const passed = elapsed - cycle * CASE_DAYS
  return {
    progress: passed / CASE_DAYS,
    openedOn: addDays(day, -passed),
    // Real numbers do not reach 9001 in these repertories.
    number: rng(`case|${debtor}|${cycle}`).int(9001, 9999),
  }
}

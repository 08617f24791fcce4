import type { OrderType } from '@/lib/contract/bzp'
import { addDays, atHour, type Day, isWorkingDay, warsawDay } from '@/lib/domain/calendar'

import type { Rng } from '../rng'
import type { BzpTopic } from './bzp-topic'

const HOURS = [9, 10, 10, 11, 12] as const
/** Minimum days for offers, by law. */
const MIN_OFFER_DAYS: Readonly<Record<OrderType, number>> = { Works: 14, Services: 7, Delivery: 7 }
const MAX_OFFER_DAYS = 40
/**
 * In thousands of PLN: orders below need no notice in the bulletin, orders above go to the EU's journal (except social
 * services).
 */
export const bulletinValues: Readonly<Record<OrderType, readonly [least: number, most: number]>> = {
  Works: [200, 22_500],
  Services: [170, 3000],
  Delivery: [170, 920],
}
const VALUE_SHARE = 0.65

/** Offers are opened on working days. */
function firstWorkingDay(from: Day): Day {
  let day = from
  while (!isWorkingDay(day)) day = addDays(day, 1)
  return day
}

const deadlineOn = (random: Rng, day: Day): string => atHour(firstWorkingDay(day), random.pick(HOURS)).toISOString()

/** Deadline for offers: up to six weeks after publication. */
export const drawDeadline = (random: Rng, type: OrderType, publishedAt: string): string =>
  deadlineOn(random, addDays(warsawDay(new Date(publishedAt)), random.int(MIN_OFFER_DAYS[type] + 1, MAX_OFFER_DAYS)))

export const laterDeadline = (random: Rng, deadline: string): string =>
  deadlineOn(random, addDays(warsawDay(new Date(deadline)), random.int(3, 14)))

/** Small orders are frequent; some authorities publish no value. */
export function drawValue(random: Rng, [least, most]: BzpTopic['value']): number | null {
  const value = Math.round(least * (most / least) ** random.next() * 10) * 100
  return random.chance(VALUE_SHARE) ? value : null
}

import type { OrderType } from '@/lib/contract/bzp'
import { addDays, atHour, type Day, isWorkingDay, warsawDay } from '@/lib/domain/calendar'

import type { Rng } from '../rng'
import type { BzpTopic } from './bzp-topic'

const HOURS = [9, 10, 10, 11, 12] as const
/** Days that offers take at the least, by law. */
const SHORTEST: Readonly<Record<OrderType, number>> = { Works: 14, Services: 7, Delivery: 7 }
const LONGEST = 40
/** In thousands of PLN: the bulletin is not asked below, and above the notice goes to the EU's (social services apart). */
export const bulletinValues: Readonly<Record<OrderType, readonly [least: number, most: number]>> = {
  Works: [200, 22_500],
  Services: [170, 3000],
  Delivery: [170, 920],
}
const WITH_VALUE = 0.65

/** Offers are opened on working days. */
function firstWorkingDay(from: Day): Day {
  let day = from
  while (!isWorkingDay(day)) day = addDays(day, 1)
  return day
}

const deadlineOn = (random: Rng, day: Day): string => atHour(firstWorkingDay(day), random.pick(HOURS)).toISOString()

/** Until when offers are taken: up to six weeks after the publication. */
export const drawDeadline = (random: Rng, type: OrderType, publishedAt: string): string =>
  deadlineOn(random, addDays(warsawDay(new Date(publishedAt)), random.int(SHORTEST[type] + 1, LONGEST)))

export const laterDeadline = (random: Rng, deadline: string): string =>
  deadlineOn(random, addDays(warsawDay(new Date(deadline)), random.int(3, 14)))

/** Small orders are many; some authorities do not say. */
export function drawValue(random: Rng, [least, most]: BzpTopic['value']): number | null {
  const value = Math.round(least * (most / least) ** random.next() * 10) * 100
  return random.chance(WITH_VALUE) ? value : null
}

import { type Day, warsawDay } from '@/lib/domain/calendar'
import { warsawClock } from '@/lib/domain/warsaw-clock'

/** `2026-11-19` as registers print it: `19.11.2026`. */
export const dottedDay = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/** An instant on the clocks of Warsaw: `20.11.2026, 12:00:00`. */
export const warsawTime = (at: Date): string =>
  `${dottedDay(warsawDay(at))}, ${warsawClock(at.getTime()).toISOString().slice(11, 19)}`

/** `30 000`, also of a negative number. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')

/** Whole złote as Polish documents print them: `30 000,00 zł`. */
export const zlote = (amount: number): string => `${grouped(amount)},00 zł`

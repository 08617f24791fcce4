import { type Day, warsawDay } from '@/lib/domain/calendar'
import { warsawClock } from '@/lib/domain/warsaw-clock'

/** `2026-11-19` in the notation of registers: `19.11.2026`. */
export const dottedDay = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/** An instant in Warsaw time: `20.11.2026, 12:00:00`. */
export const warsawTime = (at: Date): string =>
  `${dottedDay(warsawDay(at))}, ${warsawClock(at.getTime()).toISOString().slice(11, 19)}`

/** `30 000`; also accepts negative numbers. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')

/** Whole złoty in the notation of Polish documents: `30 000,00 zł`. */
export const zlote = (amount: number): string => `${grouped(amount)},00 zł`

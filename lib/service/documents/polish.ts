import { warsawDay } from '@/lib/domain/calendar'

import { dottedDay } from './polish-date'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Warsaw',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** An instant on the clocks of Warsaw: `20.11.2026, 12:00:00`. */
export const warsawTime = (at: Date): string => `${dottedDay(warsawDay(at))}, ${clock.format(at)}`

/** `30 000`, also of a negative number. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')

/** Whole złote as Polish documents print them: `30 000,00 zł`. */
export const zlote = (amount: number): string => `${grouped(amount)},00 zł`

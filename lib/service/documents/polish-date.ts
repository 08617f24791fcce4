import type { Day } from '@/lib/domain/calendar'

/** `2026-11-19` as registers print it: `19.11.2026`. */
export const dottedDay = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

import type { Announcement } from '@/lib/contract/announcement'
import { type Day, isWorkingDay } from '@/lib/domain/calendar'

import { poisson, rng } from './rng'

type Source = Announcement['source']

/** Announcements expected on a day at scale 1. Offices and the gazette work on working days; the registers hardly sleep. */
const EXPECTED: Readonly<Record<Source, { working: number; free: number }>> = {
  krz: { working: 45, free: 9 },
  msig: { working: 30, free: 0 },
  krs: { working: 66, free: 4 },
  crbr: { working: 3, free: 0.3 },
  bzp: { working: 4, free: 0.1 },
  knf: { working: 0.7, free: 0 },
  uokik: { working: 0.9, free: 0 },
  sudop: { working: 5, free: 0.2 },
  wpv: { working: 7, free: 0 },
}
const sources: readonly Source[] = ['krz', 'msig', 'krs', 'crbr', 'bzp', 'knf', 'uokik', 'sudop', 'wpv']

const expected = (source: Source, day: Day): number => EXPECTED[source][isWorkingDay(day) ? 'working' : 'free']

/** How often each register has its turn on a Warsaw day, the same for the same day and scale. */
export const turnsOfDay = (day: Day, scale = 1): { source: Source; seed: number }[] =>
  sources.flatMap((source) => {
    const count = poisson(rng(`count|${source}|${day}`), expected(source, day) * scale)
    return Array.from({ length: count }, (_, seed) => ({ source, seed }))
  })

// Above every number that a day's list uses.
const LIVE_FROM = 50_000

/** One more turn of a day that goes on, for a live feed: `counter` is any number not used that day before. */
export function liveTurn(counter: number, day: Day): { source: Source; seed: number } {
  const weights = sources.map((source) => [source, expected(source, day)] as const)
  return { source: rng(`live|${day}|${counter}`).weighted(weights), seed: LIVE_FROM + counter }
}

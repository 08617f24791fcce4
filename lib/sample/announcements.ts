import { type Day, isWorkingDay } from '@/lib/domain/calendar'
import { type EventSource, eventSources } from '@/lib/domain/events/sources'

import { poisson, rng } from './rng'

/**
 * Expected announcements per day at scale 1, and the Warsaw hours of their publication. Offices, the gazette and the
 * courts that make entries work on working days; announcements of KRZ and of tenders appear on other days too.
 */
type Rhythm = {
  readonly working: number
  readonly free: number
  readonly hours: readonly [from: number, until: number]
}
const RHYTHMS: Readonly<Record<EventSource, Rhythm>> = {
  krz: { working: 45, free: 9, hours: [7.5, 19] },
  msig: { working: 30, free: 0, hours: [5.5, 6.5] },
  krs: { working: 66, free: 0, hours: [6.5, 21] },
  crbr: { working: 3, free: 0, hours: [8, 18] },
  bzp: { working: 4, free: 0.1, hours: [8, 16] },
  knf: { working: 0.7, free: 0, hours: [9, 16] },
  uokik: { working: 0.9, free: 0, hours: [10, 15] },
  sudop: { working: 5, free: 0, hours: [8, 16] },
  wpv: { working: 7, free: 0, hours: [0.5, 2] },
}

const expected = (source: EventSource, day: Day): number => RHYTHMS[source][isWorkingDay(day) ? 'working' : 'free']
export const hoursOf = (source: EventSource): Rhythm['hours'] => RHYTHMS[source].hours

/** The publication slots of all registers on a Warsaw day; the same day and scale give the same slots. */
export const slotsOfDay = (day: Day, scale = 1): { source: EventSource; seed: number }[] =>
  eventSources.flatMap((source) => {
    const count = poisson(rng(`count|${source}|${day}`), expected(source, day) * scale)
    return Array.from({ length: count }, (_, seed) => ({ source, seed }))
  })

// Above every number in a day's list.
const LIVE_FROM = 50_000

/** One more slot of the current day, for a live feed: `counter` is any number not used before on that day. */
export function liveSlot(counter: number, day: Day): { source: EventSource; seed: number } {
  const weights = eventSources.map((source) => [source, expected(source, day)] as const)
  return { source: rng(`live|${day}|${counter}`).weighted(weights), seed: LIVE_FROM + counter }
}

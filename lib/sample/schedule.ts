import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'

import { hoursOf, slotsOfDay } from './announcements'
import { rng } from './rng'
import type { PublicationSlot } from './world/announce'

const HOUR_MS = 3_600_000

export function slotsOn(day: Day, scale?: number): PublicationSlot[] {
  const midnight = startOfDay(day).getTime()
  return slotsOfDay(day, scale)
    .map(({ source, seed }) => {
      const [from, until] = hoursOf(source)
      const hour = from + rng(`hour|${source}|${day}|${seed}`).next() * (until - from)
      return { source, seed, day, at: new Date(midnight + Math.floor(hour * HOUR_MS)).toISOString() }
    })
    .sort((a, b) => compareValues(a.at, b.at))
}

let latest: { day: Day; slots: PublicationSlot[] } = { day: '', slots: [] }

/** Cached, because the current day is requested every few seconds. */
function cachedDay(day: Day): PublicationSlot[] {
  if (latest.day !== day) latest = { day, slots: slotsOn(day) }
  return latest.slots
}

/** Publication slots in (after, until], in order of time; they depend only on the instants. */
export function slotsBetween(after: Date, until: Date): PublicationSlot[] {
  const [from, to] = [after.toISOString(), until.toISOString()]
  const dueSlots: PublicationSlot[] = []
  for (let day = warsawDay(after); day <= warsawDay(until); day = addDays(day, 1)) {
    dueSlots.push(...cachedDay(day).filter(({ at }) => at > from && at <= to))
  }
  return dueSlots
}

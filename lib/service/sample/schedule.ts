import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'

import type { Publication } from '../publish'
import { announcementsOfDay } from './announcements'
import type { SampleAnnouncement } from './report-rows'
import { rng } from './rng'

const HOUR_MS = 3_600_000
/** Warsaw hours between which each register publishes; the gazette comes out early. */
const HOURS: Record<SampleAnnouncement['source'], readonly [number, number]> = {
  krz: [7.5, 19],
  msig: [5.5, 6.5],
  krs: [6.5, 21],
}

function publicationsOfDay(day: Day): Publication[] {
  const midnight = startOfDay(day).getTime()
  return announcementsOfDay(day)
    .map((announcement) => {
      const [from, until] = HOURS[announcement.source]
      const hour = from + rng(`hour|${announcement.id}`).next() * (until - from)
      return { announcement, at: new Date(midnight + Math.floor(hour * HOUR_MS)).toISOString() }
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

let latest: { day: Day; publications: Publication[] } = { day: '', publications: [] }

/** A day that goes on is asked for every few seconds. */
function cachedDay(day: Day): Publication[] {
  if (latest.day !== day) latest = { day, publications: publicationsOfDay(day) }
  return latest.publications
}

/** What the sample registers publish after one instant up to another, in order of time. The same instants give the same. */
export function publicationsBetween(after: Date, until: Date): Publication[] {
  const [from, to] = [after.toISOString(), until.toISOString()]
  const due: Publication[] = []
  for (let day = warsawDay(after); day <= warsawDay(until); day = addDays(day, 1)) {
    due.push(...cachedDay(day).filter(({ at }) => at > from && at <= to))
  }
  return due
}

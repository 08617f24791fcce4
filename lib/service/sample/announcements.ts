import { isWorkingDay, type Day } from '@/lib/domain/calendar'
import { makeTitledKrsChange } from '@/lib/service/sample/krs-change-row'
import { makeKrzRow } from '@/lib/service/sample/krz-row'
import { makeMsigRow } from '@/lib/service/sample/msig-row'
import type { SampleAnnouncement } from '@/lib/service/sample/report-rows'
import { poisson, rng } from '@/lib/service/sample/rng'
import { uuidFrom } from '@/lib/service/sample/stable-uuid'
import { findSubject } from '@/lib/service/sample/subjects'

type Maker = (seed: number, day: Day) => SampleAnnouncement

const subjectOf = (krs: string | null, pesel: string | null): string | null => {
  if (krs !== null) return findSubject(krs)?.id ?? null
  return pesel === null ? null : uuidFrom('person', pesel)
}

const krz: Maker = (seed, day) => {
  const row = makeKrzRow(seed, day)
  const { id, debtor_nip: nip, debtor_krs: krs, debtor_pesel: pesel, signature, title } = row
  const subject_id = subjectOf(krs, pesel)
  return { id, source: 'krz', day, nip, krs, pesel, subject_id, signature, name: row.debtor_name, title, row }
}

const msig: Maker = (seed, day) => {
  const row = makeMsigRow(seed, day)
  const { id, nip, krs, signature, title, entity_name: name } = row
  return {
    id,
    source: 'msig',
    day,
    nip,
    krs,
    pesel: null,
    subject_id: subjectOf(krs, null),
    signature,
    name,
    title,
    row,
  }
}

const krsChange: Maker = (seed, day) => {
  const { title, row } = makeTitledKrsChange(seed, day)
  const { id, nip, krs, entity_name: name } = row
  const subject_id = subjectOf(krs, null)
  return { id, source: 'krs', day, nip, krs, pesel: null, subject_id, signature: null, name, title, row }
}

const sources = { krz, msig, krs: krsChange }
type Source = keyof typeof sources

/** Rows expected on a day at scale 1. The gazette comes out on working days only; the registers hardly sleep. */
const EXPECTED: Record<Source, { working: number; free: number }> = {
  krz: { working: 45, free: 9 },
  msig: { working: 30, free: 0 },
  krs: { working: 70, free: 4 },
}

function ofSource(source: Source, day: Day, scale: number): SampleAnnouncement[] {
  const expected = EXPECTED[source][isWorkingDay(day) ? 'working' : 'free'] * scale
  const count = poisson(rng(`count|${source}|${day}`), expected)
  return Array.from({ length: count }, (_, seed) => sources[source](seed, day))
}

/** Everything published on a Warsaw day, KRZ first. The same day and scale always give the same list. */
export const announcementsOfDay = (day: Day, scale = 1): SampleAnnouncement[] => [
  ...ofSource('krz', day, scale),
  ...ofSource('msig', day, scale),
  ...ofSource('krs', day, scale),
]

// Above every number that a day's list uses, so that the ids of both never meet.
const LIVE_FROM = 50_000

/** One more announcement of a day that goes on, for a live feed: `counter` is any number not used that day before. */
export function nextAnnouncement(counter: number, day: Day): SampleAnnouncement {
  const weights: [Source, number][] = (['krz', 'msig', 'krs'] as const).map((source) => [
    source,
    EXPECTED[source][isWorkingDay(day) ? 'working' : 'free'],
  ])
  const source = rng(`live|${day}|${counter}`).weighted(weights)
  return sources[source](LIVE_FROM + counter, day)
}

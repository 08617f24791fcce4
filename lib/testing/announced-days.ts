import type { Announcement } from '@/lib/contract/announcement'
import { addDays, type Day, startOfDay } from '@/lib/domain/calendar'
import { liveSlot } from '@/lib/sample/announcements'
import { byCompany } from '@/lib/sample/load-krs-entries'
import { makeRelations } from '@/lib/sample/load-relations'
import { toCompany } from '@/lib/sample/load-subjects'
import { baseEntries } from '@/lib/sample/registers/base-entries'
import { filingsOf } from '@/lib/sample/registers/rdf-filings'
import { makeSubjects } from '@/lib/sample/registers/subjects'
import { makeWhiteListEntry } from '@/lib/sample/registers/white-list-entry'
import { slotsOn } from '@/lib/sample/schedule'
import { announce, type PublicationSlot } from '@/lib/sample/world/announce'
import { freshCounters } from '@/lib/sample/world/counters'
import { rowsSource, type WorldRows } from '@/lib/sample/world/rows-source'
import { World } from '@/lib/sample/world/world'
import type { Publication } from '@/lib/service/monitors/matching'

const worldCache = new Map<Day, WorldRows>()

/** The sample's registers in memory, as they are on a day before any announcement. */
export function sampleWorld(day: Day): World {
  const rows = worldCache.get(day) ?? rowsOf(day)
  worldCache.set(day, rows)
  return new World(rowsSource(rows))
}

function rowsOf(day: Day): WorldRows {
  const subjects = makeSubjects()
  const relations = makeRelations(day)
  const relationsByCompany = byCompany(relations)
  const statements = subjects.flatMap((subject) => filingsOf(subject, day)).filter((row) => row.financials !== null)
  const statementsByCompany = byCompany(statements)
  const whiteList = subjects.map(
    (subject) => [subject.id, makeWhiteListEntry(subject, relationsByCompany.get(subject.id) ?? [])] as const,
  )
  const entries = subjects.flatMap((company) =>
    baseEntries({
      company,
      relations: relationsByCompany.get(company.id) ?? [],
      statements: statementsByCompany.get(company.id) ?? [],
    }),
  )
  const counters = freshCounters(day, { positions: { knf: 560, uokik: 800, sudop: 5009 }, decisions: {} })
  const rows = { companies: subjects.map(toCompany), relations, statements, entries, counters }
  return { ...rows, whiteList: new Map(whiteList), states: new Map() }
}

/** The announcements of the sample's registers on a day, as the first ones ever. */
export const publicationsOfDay = (day: Day, scale?: number): Promise<Publication[]> =>
  announce(sampleWorld(day), slotsOn(day, scale))

export async function announcementsOfDay(day: Day, scale?: number): Promise<Announcement[]> {
  return (await publicationsOfDay(day, scale)).map(({ announcement }) => announcement)
}

export async function announcementsFrom(first: Day, count: number): Promise<Announcement[]> {
  const world = sampleWorld(first)
  const found: Announcement[] = []
  for (let day = first; found.length < count; day = addDays(day, 1)) {
    found.push(...(await announce(world, slotsOn(day))).map(({ announcement }) => announcement))
  }
  return found.slice(0, count)
}

/** Live announcements of a source, at the beginning of a day. */
export async function liveAnnouncements<Source extends Announcement['source']>(
  source: Source,
  count: number,
  day: Day = '2026-11-20',
): Promise<Extract<Announcement, { source: Source }>[]> {
  const world = sampleWorld(day)
  const at = startOfDay(day).toISOString()
  const found: Extract<Announcement, { source: Source }>[] = []
  for (let counter = 0; found.length < count; counter += 1) {
    const slot: PublicationSlot = { source, seed: liveSlot(counter, day).seed, day, at }
    for (const { announcement } of await announce(world, [slot])) {
      if (isOf(source, announcement)) found.push(announcement)
    }
  }
  return found.slice(0, count)
}

const isOf = <Source extends Announcement['source']>(
  source: Source,
  announcement: Announcement,
): announcement is Extract<Announcement, { source: Source }> => announcement.source === source

import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { compareValues } from '@/lib/domain/collections/compare-values'
import type { IdentifyingFields } from '@/lib/domain/events/announcement-keys'
import { eventSources } from '@/lib/domain/events/sources'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { engineOf } from '@/lib/storage/engine/reader'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import type { Db } from '@/lib/storage/storage'

import type { AnnouncementTable } from '../tables'
import { findSubjectKeys, type SubjectKeys } from './watchers'

/** The subject of each announcement, found by its id, else by a number. */
export async function findAnnouncedSubjects(
  db: Db,
  announcements: readonly IdentifyingFields[],
): Promise<(announcement: IdentifyingFields) => SubjectKeys | undefined> {
  const subjects = new Map<string, SubjectKeys>()
  for (const [column, field] of [
    ['id', 'subject_id'],
    ['krs', 'krs'],
    ['nip', 'nip'],
    ['pesel', 'pesel'],
  ] as const) {
    const presentValues = announcements.flatMap((announcement) => announcement[field] ?? [])
    for (const subject of await findSubjectKeys(db, column, [...new Set(presentValues)]))
      subjects.set(`${field} ${subject[column]}`, subject)
  }
  return (announcement) =>
    (['subject_id', 'krs', 'nip', 'pesel'] as const)
      .map((field) => subjects.get(`${field} ${announcement[field]}`))
      .find((subject) => subject !== undefined)
}

export const findAnnouncement = (db: Db, id: string): Promise<AnnouncementTable | undefined> =>
  db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()

const CHUNK = 200

/**
 * Stores announcements and returns the ids of the new ones. Allocating their number blocks other writers until the
 * transaction ends, so a reader that has seen a number has seen all up to it.
 */
export async function insertAnnouncements(db: Db, announcements: readonly AnnouncementTable[]): Promise<Set<string>> {
  const sorted = [...announcements].sort((a, b) => compareValues(a.id, b.id))
  const inserted = new Set<string>()
  if (sorted.length === 0) return inserted
  const number = await allocateNumbers(db, 'announcements', 1)
  for (const rows of chunksOf(sorted, CHUNK)) {
    const added = await db
      .insertInto('announcements')
      .values(rows.map((row) => ({ ...row, place: placeInDay(row), number })))
      .onConflict((oc) => oc.column('id').doNothing())
      .returning('id')
      .execute()
    for (const { id } of added) inserted.add(id)
  }
  return inserted
}

/** KRS changes of one company and day are ordered by entry number. */
function placeInDay({ source, row }: AnnouncementTable): number {
  if (source !== 'krs') return 0
  const { entry_number: entry } = JSON.parse(row) as { entry_number?: unknown }
  return Number.isSafeInteger(entry) ? Number(entry) : 0
}

/**
 * The reference by which an announcement is found in its register; null fields do not exist there. `day`: of the
 * announcement.
 */
export type AnnouncementNote = {
  readonly number: string | null
  readonly signature: string | null
  readonly day: string
}

/** Reads the stored ones of these announcements by id. */
export async function readAnnouncementNotes(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnnouncementNote>> {
  const notes = new Map<string, AnnouncementNote>()
  const row = engineOf(db) === 'postgres' ? sql`${sql.ref('row')}::json` : sql.ref('row')
  // The field of the number depends on the source.
  const number = sql<
    string | number | null
  >`coalesce(${row} ->> 'number', ${row} ->> 'notice_number', ${row} ->> 'entry_number')`
  for (const chunk of chunksOf([...new Set(ids)], LOOKUP_CHUNK)) {
    const found = await db
      .selectFrom('announcements')
      .select(['id', 'signature', 'day', number.as('number')])
      .where('id', 'in', chunk)
      .execute()
    for (const { id, number: noteNumber, ...note } of found)
      notes.set(id, { ...note, number: noteNumber === null ? null : String(noteNumber) })
  }
  return notes
}

/** Deletes announcements before `day`; their events stay. */
export async function deleteAnnouncementsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('announcements').where('source', 'in', eventSources).where('day', '<', day).execute()
}

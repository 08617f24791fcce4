import type { Announced } from '@/lib/domain/events/announcement-keys'

import type { Db } from '../storage'
import { findSubjectKeys, type SubjectKeys } from './watchers'

/** The subject of each of the announcements by its id, else by a number. */
export async function findAnnouncedSubjects(
  db: Db,
  announcements: readonly Announced[],
): Promise<(announcement: Announced) => SubjectKeys | undefined> {
  const subjects = new Map<string, SubjectKeys>()
  for (const [column, field] of [
    ['id', 'subject_id'],
    ['krs', 'krs'],
    ['nip', 'nip'],
    ['pesel', 'pesel'],
  ] as const) {
    const given = announcements.flatMap((announcement) => announcement[field] ?? [])
    for (const subject of await findSubjectKeys(db, column, [...new Set(given)]))
      subjects.set(`${field} ${subject[column]}`, subject)
  }
  return (announcement) =>
    (['subject_id', 'krs', 'nip', 'pesel'] as const)
      .map((field) => subjects.get(`${field} ${announcement[field]}`))
      .find((subject) => subject !== undefined)
}

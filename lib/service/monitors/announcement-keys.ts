import { type IdentifyingFields, type AnnouncementKeys, announcementKeys } from '@/lib/domain/events/announcement-keys'
import { findAnnouncedSubjects } from '@/lib/service/monitors/statements/announcements'

import type { Context } from '../http/context'

/** Keys of each announcement in order, including those of its subject. */
export async function toAnnouncementKeys(
  db: Context['db'],
  announcements: readonly IdentifyingFields[],
): Promise<AnnouncementKeys[]> {
  const subjectOf = await findAnnouncedSubjects(db, announcements)
  return announcements.map((announcement) => announcementKeys(announcement, subjectOf(announcement)))
}

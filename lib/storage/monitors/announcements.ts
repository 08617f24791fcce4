import { chunksOf } from '@/lib/domain/collections/chunks'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { eventSources } from '@/lib/domain/events/sources'

import type { Db } from '../storage'
import type { AnnouncementTable } from './tables'

const CHUNK = 200

/**
 * Stores announcements and returns the ids of those that were not there yet. In order of id, so that two writers of the
 * same announcements wait for each other in the same order.
 */
export async function insertAnnouncements(db: Db, announcements: readonly AnnouncementTable[]): Promise<Set<string>> {
  const sorted = [...announcements].sort((a, b) => compareValues(a.id, b.id))
  const inserted = new Set<string>()
  for (const rows of chunksOf(sorted, CHUNK)) {
    const added = await db
      .insertInto('announcements')
      .values(rows)
      .onConflict((oc) => oc.column('id').doNothing())
      .returning('id')
      .execute()
    for (const { id } of added) inserted.add(id)
  }
  return inserted
}

/** Drops announcements of days before `day`. Events made of them stay. */
export async function deleteAnnouncementsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('announcements').where('source', 'in', eventSources).where('day', '<', day).execute()
}

import { findCursor } from '@/lib/features/events/statements/event-cursors'
import { readRetainedPeriod } from '@/lib/features/retention/statements/periods'

import { oldestEventAt } from '../statements/cursors'
import type { RuleCheckContext } from './kind'

/** From when on the copy holds all events; undefined while older events are still being read. */
export async function eventsStoredSince({
  storage: { db },
  account,
  isEmbedded,
}: RuleCheckContext): Promise<Date | undefined> {
  const cursor = await findCursor(db, account.id)
  if (cursor?.read_at === null || cursor?.is_behind !== 0) return undefined
  const { events_from: eventsFrom } = await readRetainedPeriod(db, account.id)
  // A remote service may have deleted events older than the first one that it returned.
  const first = isEmbedded ? account.created_at : ((await oldestEventAt(db, account.id)) ?? cursor.read_at)
  const since = eventsFrom !== null && eventsFrom > first ? eventsFrom : first
  return new Date(since)
}

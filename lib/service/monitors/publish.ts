import type { Announcement } from '@/lib/contract/announcement'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { insertEvents, refreshLastEvents } from '@/lib/service/monitors/statements/monitor-events'
import type { AnnouncementTable, MonitorEventTable } from '@/lib/service/monitors/tables'
import { allocateNumbers } from '@/lib/storage/engine/sequences'

import type { Context, ServiceDependencies } from '../http/context'
import { applyChanges } from '../registers/register-changes'
import { eventHubOf } from './event-hub'
import { type Match, matchAnnouncements, type Publication } from './matching'

export type PublishResult = { announcements: number; events: number }

/** Publishes announcements now, in a separate transaction. */
export async function publish(
  dependencies: ServiceDependencies,
  announcements: readonly Announcement[],
): Promise<PublishResult> {
  const { storage, clock } = dependencies
  const at = clock().toISOString()
  const publications = announcements.map((announcement) => ({ announcement, at }))
  const published = await storage.db.transaction().execute((db) => publishWithin(db, publications))
  eventHubOf(dependencies).wake()
  return published
}

/**
 * Stores announcements, applies their changes to the registers and creates the events of the matching monitors, within
 * the caller's transaction. Announcements that are already stored are skipped. Publications must be in order of time.
 * Event numbers are allocated as late as possible and locked until the transaction ends, so commits follow the order of
 * ids and a reader of the feed misses none.
 */
export async function publishWithin(db: Context['db'], publications: readonly Publication[]): Promise<PublishResult> {
  const added = await insertAnnouncements(db, publications.map(toRow))
  const newPublications = publications.filter(({ announcement }) => added.delete(announcement.id))
  await applyChanges(
    db,
    newPublications.flatMap(({ changes = [] }) => changes),
  )
  const matches = await matchAnnouncements(db, newPublications)
  if (matches.length > 0) {
    const first = await allocateNumbers(db, 'monitor_events', matches.length)
    const events = matches.map((match, index) => toEvent(match, first + index))
    await insertEvents(db, events)
    await refreshLastEvents(db, [...new Set(events.map((event) => event.monitor_id))])
  }
  return { announcements: newPublications.length, events: matches.length }
}

function toRow({ announcement, at }: Publication): AnnouncementTable {
  const { row, ...fields } = announcement
  return { ...fields, published_at: at, row: JSON.stringify(row) }
}

function toEvent({ publication, ...match }: Match, id: number): MonitorEventTable {
  const { announcement, at } = publication
  return {
    id,
    account_id: match.accountId,
    monitor_id: match.monitorId,
    source: announcement.source,
    announcement_id: announcement.id,
    identifier_type: match.kind,
    identifier_value: match.value,
    subject_name: announcement.name,
    title: announcement.title,
    created_at: at,
  }
}

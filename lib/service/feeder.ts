import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { deleteAnnouncementsBefore } from '@/lib/storage/announcements'
import { lockMeta, putMeta } from '@/lib/storage/meta'

import type { ServiceDependencies } from './context'
import type { Job } from './jobs'
import { publishWithin } from './publish'
import { nextAnnouncement } from './sample/announcements'
import { publicationsBetween } from './sample/schedule'

const EVERY_MS = 20_000
/** After a longer stop the days before are not made up for. */
const CATCH_UP_MS = 14 * 24 * 3_600_000

/** A custom report may reach back 92 days; a live feed of months must not fill the disk. */
const KEPT_DAYS = 93

/** Instant up to which sample announcements were published; absent without sample data. */
export const FED_UNTIL = 'sample_fed_until'

/**
 * Publishes one live announcement and whatever the sample registers have published since the last time, also over a
 * stop of the server. Idle without sample data.
 */
async function feed({ storage, clock }: ServiceDependencies): Promise<void> {
  await storage.db.transaction().execute(async (db) => {
    const fedUntil = await lockMeta(db, storage.engine, FED_UNTIL)
    const now = clock()
    if (fedUntil === undefined || now.getTime() <= Date.parse(fedUntil)) return
    const after = new Date(Math.max(Date.parse(fedUntil), now.getTime() - CATCH_UP_MS))
    const day = warsawDay(now)
    const second = Math.floor((now.getTime() - startOfDay(day).getTime()) / 1000)
    const live = { announcement: nextAnnouncement(second, day), at: now.toISOString() }
    await publishWithin(db, [...publicationsBetween(after, now), live])
    if (warsawDay(after) !== day) await deleteAnnouncementsBefore(db, addDays(day, -KEPT_DAYS))
    await putMeta(db, FED_UNTIL, now.toISOString())
  })
}

export const feederJob: Job = { name: 'feeder', everyMs: EVERY_MS, run: feed }

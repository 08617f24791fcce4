import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import type { ServiceDependencies } from '@/lib/service/http/context'
import type { ServiceJob } from '@/lib/service/jobs'
import { eventHubOf } from '@/lib/service/monitors/event-hub'
import { deleteAnnouncementsBefore } from '@/lib/service/monitors/statements/announcements'
import { insertPublicationGap } from '@/lib/service/monitors/statements/evidence'
import { lockMeta, putMeta } from '@/lib/storage/meta'

import { liveSlot } from './announcements'
import { slotsBetween } from './schedule'
import { publishSlots, slotAt } from './world/publish-slots'

const EVERY_MS = 20_000
/** After a longer stop the previous days are not published. */
const CATCH_UP_MS = 14 * 24 * 3_600_000

/** A custom report may reach back 92 days; a live feed of months must not fill the disk. */
const RETAINED_DAYS = 93

/** A run that is at most this late publishes its announcements with the present instant. */
const ON_TIME_MS = 300_000

/** Key of the instant up to which sample announcements were published; absent without sample data. */
export const FED_UNTIL = 'sample_fed_until'

/**
 * Publishes everything due in the sample registers since the last run, also after a stop of the server, and one live
 * announcement. A stop that is too long is recorded as a gap. Does nothing without sample data.
 */
async function feed(dependencies: ServiceDependencies): Promise<void> {
  const { storage, clock } = dependencies
  await storage.db.transaction().execute(async (db) => {
    const fedUntil = await lockMeta(db, FED_UNTIL)
    const now = clock()
    if (fedUntil === undefined || now.getTime() <= Date.parse(fedUntil)) return
    const after = new Date(Math.max(Date.parse(fedUntil), now.getTime() - CATCH_UP_MS))
    if (after.toISOString() > fedUntil) {
      await insertPublicationGap(db, { from_at: fedUntil, until_at: after.toISOString() })
    }
    const day = warsawDay(now)
    const second = Math.floor((now.getTime() - startOfDay(day).getTime()) / 1000)
    const isOnTime = now.getTime() - after.getTime() <= ON_TIME_MS
    // Uses the present content of monitors and filters, so that no event is older than the change that admitted it.
    const dueSlots = slotsBetween(after, now).map((slot) => (isOnTime ? { ...slot, at: now.toISOString() } : slot))
    await publishSlots(db, [...dueSlots, slotAt(liveSlot(second, day), now)])
    if (warsawDay(after) !== day) await deleteAnnouncementsBefore(db, addDays(day, -RETAINED_DAYS))
    await putMeta(db, FED_UNTIL, now.toISOString())
  })
  eventHubOf(dependencies).wake()
}

export const feederJob: ServiceJob = { name: 'feeder', everyMs: EVERY_MS, run: feed }

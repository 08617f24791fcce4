import { setImmediate } from 'node:timers/promises'

import { addDays, warsawDay } from '@/lib/domain/calendar'
import { chunksOf } from '@/lib/domain/collections/chunks'
import { RETAINED_MS } from '@/lib/service/bzp/notice-window'
import { insertNoticesWithin, newestNoticeAt } from '@/lib/service/bzp/statements/bzp-notices'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { findMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

import { noticesOfDay } from './bzp-days'
import { toNewNotice } from './new-notice'

/** Enough for 20 000 notices in any 30 days, also around Christmas. */
const SCALE = 1.2
const CHUNK = 500
/** The instant up to which notices were published; `on` in a store of an older version. */
const LOADED = { key: 'sample_notices', value: '' }

/**
 * Fills the preview's window with sample notices up to now; the rollover continues from there. It is safe to repeat.
 */
export async function loadSampleNotices(dependencies: ServiceDependencies): Promise<void> {
  await dependencies.storage.db
    .insertInto('meta')
    .values(LOADED)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await addSampleNotices(dependencies)
}

export async function hasSampleNotices({ storage }: ServiceDependencies): Promise<boolean> {
  return (
    (await storage.db.selectFrom('meta').select('key').where('key', '=', LOADED.key).executeTakeFirst()) !== undefined
  )
}

/** Publishes what is due since the newest stored notice. The notices of a day depend only on the day. */
export async function addSampleNotices({ clock, storage }: ServiceDependencies): Promise<void> {
  const now = clock()
  const oldest = new Date(now.getTime() - RETAINED_MS).toISOString()
  const loadedUntil = (await findMeta(storage.db, LOADED.key)) ?? ''
  // Awards are published in addition, so the newest notice is meaningful only if there are no awards yet.
  const newest = loadedUntil === 'on' ? ((await newestNoticeAt(storage.db)) ?? '') : loadedUntil
  const after = newest > oldest ? newest : oldest
  const until = now.toISOString()
  const today = warsawDay(now)
  for (let day = warsawDay(new Date(after)); day <= today; day = addDays(day, 1)) {
    const dueNotices = noticesOfDay(day, SCALE).filter(({ published_at: at }) => at > after && at <= until)
    for (const chunk of chunksOf(dueNotices, CHUNK)) {
      const notices = chunk.map((notice) => toNewNotice(notice, day))
      if (!(await whileLoaded(storage, (db) => insertNoticesWithin(db, notices)))) return
      // SQLite queries do not yield, so loading would block every request.
      await setImmediate()
    }
  }
  await whileLoaded(storage, (db) => putMeta(db, LOADED.key, until))
}

/**
 * Runs in one transaction with the marker of sample data: after its removal nothing is published. Returns false if it
 * was removed.
 */
const whileLoaded = ({ db }: Storage, work: (db: Db) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if ((await lockMeta(tx, LOADED.key)) === undefined) return false
    await work(tx)
    return true
  })

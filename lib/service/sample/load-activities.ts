import { chunksOf } from '@/lib/domain/collections/chunks'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'

import type { Context } from '../http/context'
import { makeSubjects } from './registers/subjects'
import { rng } from './rng'
import { ACTIVITIES } from './world/krs-data'

export const activityOf = (krs: string): string => rng(`activity|${krs}`).pick(ACTIVITIES)

/** The main activity of every company that has none. */
export async function loadActivities(db: Context['db']): Promise<void> {
  for (const main_activity of ACTIVITIES) {
    const ids = makeSubjects().flatMap(({ id, krs }) => (activityOf(krs) === main_activity ? [id] : []))
    for (const some of chunksOf(ids, LOOKUP_CHUNK)) {
      const rows = db.updateTable('subjects').set({ main_activity }).where('id', 'in', some)
      await rows.where('main_activity', 'is', null).execute()
    }
  }
}

import type { Context } from '@/lib/service/http/context'
import { updateCompany } from '@/lib/storage/registers/subjects'

import { mainActivityOf } from './registers/activities'
import { makeSubjects } from './registers/subjects'

/** The main activity of every company that has none, in a store from before there were any. */
export async function loadActivities(db: Context['db']): Promise<void> {
  const without = await db
    .selectFrom('subjects')
    .select('id')
    .where('kind', '=', 'company')
    .where('main_activity', 'is', null)
    .execute()
  const ids = new Set(without.map(({ id }) => id))
  for (const subject of makeSubjects()) {
    if (ids.has(subject.id)) await updateCompany(db, subject.id, { main_activity: mainActivityOf(subject) })
  }
}

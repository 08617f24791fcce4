import { updateCompany } from '@/lib/storage/registers/subjects'
import type { Db } from '@/lib/storage/storage'

import { postcodeOf } from './registers/postcodes'
import { makeSubjects } from './registers/subjects'

/** The postcode of every company of the sample that has none, in a store from before there were any. */
export async function loadPostcodes(db: Db): Promise<void> {
  const without = await db
    .selectFrom('subjects')
    .select('id')
    .where('kind', '=', 'company')
    .where('postcode', 'is', null)
    .execute()
  const ids = new Set(without.map(({ id }) => id))
  for (const subject of makeSubjects()) {
    if (ids.has(subject.id)) await updateCompany(db, subject.id, { postcode: postcodeOf(subject) })
  }
}

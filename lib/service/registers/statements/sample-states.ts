import { chunksOf } from '@/lib/domain/collections/chunks'
import { INSERT_CHUNK } from '@/lib/storage/engine/chunks'
import type { Db } from '@/lib/storage/storage'

import type { SampleStateTable } from '../tables'

export async function findSampleState(db: Db, subjectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sample_states')
    .select('state')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  return row?.state
}

export const listSampleStates = (db: Db): Promise<SampleStateTable[]> =>
  db.selectFrom('sample_states').selectAll().execute()

export async function putSampleStates(db: Db, states: readonly SampleStateTable[]): Promise<void> {
  for (const rows of chunksOf(states, INSERT_CHUNK)) {
    await db
      .insertInto('sample_states')
      .values(rows)
      .onConflict((oc) => oc.column('subject_id').doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })))
      .execute()
  }
}

import type { Kysely } from 'kysely'

import { chunksOf, INSERT_CHUNK } from './chunks'
import type { Database, SubjectTable } from './tables'

export async function insertSubjects(db: Kysely<Database>, subjects: readonly SubjectTable[]): Promise<void> {
  for (const rows of chunksOf(subjects, INSERT_CHUNK)) await db.insertInto('subjects').values(rows).execute()
}

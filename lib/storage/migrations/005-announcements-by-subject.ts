import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/** Index of announcements by company, for the stream of its KRS changes and for its risk score. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndexes({ db, engine }, 'announcements', {
    by_krs: ['krs', 'source', 'day', 'id'],
    by_nip: ['nip', 'source', 'day', 'id'],
  })
}

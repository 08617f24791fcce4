import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/** What was announced of one company: its changes in KRS as a stream, and everything that its risk is made of. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndexes({ db, engine }, 'announcements', {
    by_krs: ['krs', 'source', 'day', 'id'],
    by_nip: ['nip', 'source', 'day', 'id'],
  })
}

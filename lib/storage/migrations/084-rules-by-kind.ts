import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/** Jobs read the rules of one kind of an account: the others, of which there may be many, are not read with them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndexes({ db, engine }, 'rules', { by_kind: ['account_id', 'kind'] })
}

import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/** Jobs read an account's rules of one kind without reading its other rules, of which there may be many. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndexes({ db, engine }, 'rules', { by_kind: ['account_id', 'kind'] })
}

import type { Kysely } from 'kysely'

import { lockRow } from './lock'
import type { Engine } from './open'
import type { Database } from './tables'

/**
 * Makes transactions that decide on what one account has (its number of monitors or filters, their tags) follow one
 * another. Always the first lock of a transaction, so that no two wait for each other.
 */
export async function lockAccount(db: Kysely<Database>, engine: Engine, accountId: string): Promise<void> {
  await lockRow(db.selectFrom('accounts').select('id').where('id', '=', accountId), engine).executeTakeFirstOrThrow()
}

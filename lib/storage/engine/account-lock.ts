import type { Db, Engine } from '../storage'
import { lockRow } from './lock'

/**
 * Makes transactions that decide on what one account has (its number of monitors or filters, their tags) follow one
 * another. Always the first lock of a transaction, so that no two wait for each other.
 */
export async function lockAccount(db: Db, engine: Engine, accountId: string): Promise<void> {
  await lockRow(db.selectFrom('accounts').select('id').where('id', '=', accountId), engine).executeTakeFirstOrThrow()
}

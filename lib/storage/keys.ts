import type { Kysely } from 'kysely'

import { rowByKey } from './row-by-key'
import type { ApiKeyTable, Database } from './tables'

type Db = Kysely<Database>

export const findKeyByHash = rowByKey<ApiKeyTable>(
  (db, hashes) => db.selectFrom('api_keys').selectAll().where('sha256', 'in', hashes),
  ({ sha256 }) => sha256,
)

/** Newest first. */
export const listKeyRows = (db: Db, accountId: string): Promise<ApiKeyTable[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findKey = (db: Db, accountId: string, id: string): Promise<ApiKeyTable | undefined> =>
  db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function insertKey(db: Db, row: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(row).execute()
}

export async function countActiveKeys(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps the first time when the key was already deactivated; touches nothing of another account. */
export async function markKeyDeactivated(db: Db, key: { accountId: string; id: string; at: string }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ deactivated_at: key.at })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .where('deactivated_at', 'is', null)
    .execute()
}

/** Only moves forward, and only when the stored time is before `unlessSince`. */
export async function touchKey(db: Db, id: string, times: { at: string; unlessSince: string }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: times.at })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', times.unlessSince)]))
    .execute()
}

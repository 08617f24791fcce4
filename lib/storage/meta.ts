import { insertNew, putRow } from './engine/insert-new'
import type { Db } from './storage'

export async function findMeta(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Reads and locks a value that the transaction is going to change; other writers wait. */
export async function lockMeta(db: Db, key: string): Promise<string | undefined> {
  const query = db.selectFrom('meta').select('value').where('key', '=', key)
  const row = await query.forNoKeyUpdate().executeTakeFirst()
  return row?.value
}

export async function putMeta(db: Db, key: string, value: string): Promise<void> {
  await putRow(db, 'meta', { key, value }, ['key'])
}

/** Returns true for the first caller. A concurrent transaction waits until this one has ended. */
export const claimMeta = (db: Db, key: string, value: string): Promise<boolean> =>
  insertNew(db, 'meta', { key, value }, ['key'])

export async function deleteMeta(db: Db, key: string): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute()
}

import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { RecoveryCodeTable } from '../tables'

/** New codes invalidate all old ones. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  const rows = hashes.map((hash, index) => ({ user_id: userId, number: index + 1, hash, used_at: null }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Finds an unused code. */
export const findRecoveryCode = (db: Db, userId: string, number: number): Promise<RecoveryCodeTable | undefined> =>
  db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/** Returns true for exactly one of several callers; matches by hash, because new codes may have replaced it. */
export const useRecoveryCode = (
  db: Db,
  { user_id, number, hash }: Pick<RecoveryCodeTable, 'user_id' | 'number' | 'hash'>,
  at: string,
): Promise<boolean> =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('number', '=', number)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .$call(wroteRow)

/** Total number of codes and number of unused ones. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<{ made: number; left: number }> {
  const rows = await db.selectFrom('recovery_codes').select('used_at').where('user_id', '=', userId).execute()
  return { made: rows.length, left: rows.filter(({ used_at }) => used_at === null).length }
}

import type { Db } from '../storage'
import type { PasskeyTable } from './tables'

/** Of a person, the oldest first. */
export const listPasskeysOf = (db: Db, userId: string): Promise<PasskeyTable[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (db: Db, id: string): Promise<PasskeyTable | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** False when the credential is known already, whoever's it is. */
export async function insertPasskey(db: Db, passkey: PasskeyTable): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

/** Undefined when the person has no such passkey; else as it was before. */
export async function renamePasskey(db: Db, { userId, id, name }: { userId: string; id: string; name: string }) {
  const before = await findPasskey(db, id)
  if (before?.user_id !== userId) return undefined
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).execute()
  return before
}

/** Undefined when the person has no such passkey. */
export const deletePasskey = (db: Db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()

/** How many there were. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const result = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Use of a passkey. False when its counter has fallen, or stood still above nought: then another device may hold a copy. */
export async function touchPasskey(
  db: Db,
  { id, counter, isBackedUp, at }: { id: string; counter: number; isBackedUp: boolean; at: string },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: Number(isBackedUp), last_used_at: at })
    .where('id', '=', id)
    // WebAuthn, 7.2: what has ever counted has to count on. What is on several devices stays at nought.
    .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter)))
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

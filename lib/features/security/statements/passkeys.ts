import { insertNew } from '@/lib/storage/engine/insert-new'
import { countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { PasskeyTable } from '../tables'

/** Of a person, the oldest first. */
export const listPasskeysOf = (db: Db, userId: string): Promise<PasskeyTable[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (db: Db, id: string): Promise<PasskeyTable | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** False when the credential is known already, whoever's it is. */
export const insertPasskey = (db: Db, passkey: PasskeyTable): Promise<boolean> =>
  insertNew(db, 'passkeys', passkey, ['id'])

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
export const deletePasskeysOf = (db: Db, userId: string): Promise<number> =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).$call(countWritten)

/** Use of a passkey. False when its counter has fallen, or stood still above nought: then another device may hold a copy. */
export const touchPasskey = (
  db: Db,
  { id, counter, isBackedUp, at }: { id: string; counter: number; isBackedUp: boolean; at: string },
): Promise<boolean> =>
  db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: Number(isBackedUp), last_used_at: at })
    .where('id', '=', id)
    // WebAuthn, 7.2: what has ever counted has to count on. What is on several devices stays at nought.
    .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter)))
    .$call(wroteRow)

import { insertNew } from '@/lib/storage/engine/insert-new'
import { countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { PasskeyTable } from '../tables'

/** Passkeys of a person, oldest first. */
export const listPasskeysOf = (db: Db, userId: string): Promise<PasskeyTable[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (db: Db, id: string): Promise<PasskeyTable | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** False if the credential exists already, for any person. */
export const insertPasskey = (db: Db, passkey: PasskeyTable): Promise<boolean> =>
  insertNew(db, 'passkeys', passkey, ['id'])

/** Returns the row before the change; undefined if the person has no such passkey. */
export async function renamePasskey(db: Db, { userId, id, name }: { userId: string; id: string; name: string }) {
  const before = await findPasskey(db, id)
  if (before?.user_id !== userId) return undefined
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).execute()
  return before
}

/** Undefined if the person has no such passkey. */
export const deletePasskey = (db: Db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()

/** Returns the number of deleted passkeys. */
export const deletePasskeysOf = (db: Db, userId: string): Promise<number> =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).$call(countWritten)

/** Records a use. False if the counter fell, or did not advance above zero: another device may hold a copy. */
export const touchPasskey = (
  db: Db,
  { id, counter, isBackedUp, at }: { id: string; counter: number; isBackedUp: boolean; at: string },
): Promise<boolean> =>
  db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: Number(isBackedUp), last_used_at: at })
    .where('id', '=', id)
    // WebAuthn, 7.2: a counter above zero must increase. Synchronised passkeys always send zero.
    .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter)))
    .$call(wroteRow)

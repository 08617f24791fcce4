import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { AuthenticatorAppTable } from '../tables'

export const findAuthenticatorApp = (db: Db, userId: string): Promise<AuthenticatorAppTable | undefined> =>
  db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Replaces an unconfirmed app. False if the person has a confirmed app, which stays. */
export function putAuthenticatorApp(
  db: Db,
  { userId, sealedSecret, at }: { userId: string; sealedSecret: string; at: string },
): Promise<boolean> {
  const newApp = { sealed_secret: sealedSecret, created_at: at, last_step: 0 }
  return db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...newApp, confirmed_at: null, last_used_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(newApp).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .$call(wroteRow)
}

type Step = { readonly userId: string; readonly step: number; readonly at: string }

/** Returns true for exactly one of several callers with the same secret and code. */
export const confirmAuthenticatorApp = (db: Db, sealedSecret: string, { userId, step, at }: Step) =>
  db
    .updateTable('authenticator_apps')
    .set({ confirmed_at: at, last_used_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .$call(wroteRow)

/** Returns true for exactly one of several callers with the same code, and false for earlier codes. */
export const claimStep = (db: Db, { userId, step, at }: Step): Promise<boolean> =>
  db
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .$call(wroteRow)

/** Returns true if a confirmed app was deleted. */
export async function deleteAuthenticatorApp(db: Db, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

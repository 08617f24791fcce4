import { insertNew } from '@/lib/storage/engine/insert-new'
import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { SignInChallengeTable } from '../tables'

type ChallengeKey = Pick<SignInChallengeTable, 'id' | 'purpose'>

/** False if it exists already. Deletes challenges that have expired. */
export async function insertSignInChallenge(db: Db, challenge: SignInChallengeTable): Promise<boolean> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', challenge.created_at).execute()
  return insertNew(db, 'sign_in_challenges', challenge, ['id'])
}

export const findSignInChallenge = (db: Db, { id, purpose }: ChallengeKey, now: string) =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Counts a try before it is verified, so that parallel requests gain nothing. Undefined if no try is left. */
export const countChallengeTry = (db: Db, { id, purpose }: ChallengeKey, tryLimit: { now: string; maxTries: number }) =>
  db
    .updateTable('sign_in_challenges')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tryLimit.now)
    .where('tries', '<', tryLimit.maxTries)
    .returningAll()
    .executeTakeFirst()

/** Returns true for exactly one of several callers and makes the challenge unusable. */
export const closeSignInChallenge = (db: Db, id: string, at: string): Promise<boolean> =>
  db
    .updateTable('sign_in_challenges')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .$call(wroteRow)

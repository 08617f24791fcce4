import type { SignInChallengeTable } from '@/lib/features/security/tables'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { countWritten, returnsRow, wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { IdentityTable } from './tables'

type IdentityKey = Pick<IdentityTable, 'issuer' | 'subject'>

export const findIdentity = (db: Db, { issuer, subject }: IdentityKey): Promise<IdentityTable | undefined> =>
  db.selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

export const listIdentitiesOf = (db: Db, userId: string): Promise<IdentityTable[]> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('issuer').orderBy('subject').execute()

/** False if the provider's person is linked already. */
export const insertIdentity = (db: Db, identity: IdentityTable): Promise<boolean> =>
  insertNew(db, 'identities', identity, ['issuer', 'subject'])

export async function markIdentityUsed(db: Db, { issuer, subject }: IdentityKey, at: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ last_used_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** True if this changed the mark: when groups are first missing, and when they are first reported again. */
export const markGroupsMissing = (db: Db, { issuer, subject }: IdentityKey, at: string | null): Promise<boolean> =>
  db
    .updateTable('identities')
    .set({ groups_unsaid_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('groups_unsaid_at', at === null ? 'is not' : 'is', null)
    .returning('issuer')
    .$call(returnsRow)

/** Returns the number of deleted identities. */
export const deleteIdentitiesOf = (db: Db, userId: string): Promise<number> =>
  db.deleteFrom('identities').where('user_id', '=', userId).$call(countWritten)

/** Purpose of the challenge in which a provider's person proves to be an existing user. */
const PURPOSE = 'identity_link'

type OpenLink = Pick<SignInChallengeTable, 'id' | 'value' | 'created_at' | 'expires_at'> & {
  readonly user_id: string
}

export async function insertIdentityLink(db: Db, link: OpenLink): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({ ...link, purpose: PURPOSE, tries: 0, used_at: null })
    .execute()
}

const openLink = (db: Db, id: string, now: string) =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('purpose', '=', PURPOSE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export const findIdentityLink = (db: Db, id: string, now: string): Promise<SignInChallengeTable | undefined> =>
  openLink(db, id, now).executeTakeFirst()

/** Counts a try before it is made; undefined if none is left. */
export async function countIdentityLinkTry(
  db: Db,
  id: string,
  { now, maxTries }: { readonly now: string; readonly maxTries: number },
): Promise<SignInChallengeTable | undefined> {
  const result = await db
    .updateTable('sign_in_challenges')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1 ? findIdentityLink(db, id, now) : undefined
}

/** True for exactly one of several concurrent callers. */
export const closeIdentityLink = (db: Db, id: string, at: string): Promise<boolean> =>
  db
    .updateTable('sign_in_challenges')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .$call(wroteRow)

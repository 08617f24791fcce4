import type { Db } from '../storage'
import type { SignInChallengeTable } from './tables'

/** The purpose of a challenge: a person of a provider shows that a user of here is theirs. */
const PURPOSE = 'identity_link'

type OpenedLink = Pick<SignInChallengeTable, 'id' | 'value' | 'created_at' | 'expires_at'> & {
  readonly user_id: string
}

export async function insertIdentityLink(db: Db, link: OpenedLink): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({ ...link, purpose: PURPOSE, tries: 0, used_at: null })
    .execute()
}

const open = (db: Db, id: string, now: string) =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('purpose', '=', PURPOSE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export const findIdentityLink = (db: Db, id: string, now: string): Promise<SignInChallengeTable | undefined> =>
  open(db, id, now).executeTakeFirst()

/** Counts a try before it is made; undefined when none is left. */
export async function takeIdentityLinkTry(
  db: Db,
  id: string,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<SignInChallengeTable | undefined> {
  const result = await db
    .updateTable('sign_in_challenges')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1 ? findIdentityLink(db, id, now) : undefined
}

/** True for exactly one of several concurrent callers. */
export async function closeIdentityLink(db: Db, id: string, at: string): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_challenges')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

import type { Db } from '../storage'
import type { SignUpLinkTable } from './tables'

export const findSignUpLink = (db: Db, sha256: string): Promise<SignUpLinkTable | undefined> =>
  db.selectFrom('sign_up_links').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** A new link replaces the user's unused ones: only the last one sent works. */
export async function replaceSignUpLink(db: Db, link: SignUpLinkTable): Promise<void> {
  await db.deleteFrom('sign_up_links').where('user_id', '=', link.user_id).where('used_at', 'is', null).execute()
  await db.insertInto('sign_up_links').values(link).execute()
}

/** True for exactly one of several concurrent callers. */
export async function useSignUpLink(db: Db, sha256: string, at: string): Promise<boolean> {
  const result = await db
    .updateTable('sign_up_links')
    .set({ used_at: at })
    .where('sha256', '=', sha256)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

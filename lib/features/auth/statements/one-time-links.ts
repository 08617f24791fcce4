import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { OneTimeLinkTable } from '../tables'

export const findOneTimeLink = (db: Db, sha256: string): Promise<OneTimeLinkTable | undefined> =>
  db.selectFrom('one_time_links').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** Replaces unused links of the same kind, so that only the latest one works. */
export async function replaceOneTimeLink(db: Db, link: OneTimeLinkTable): Promise<void> {
  await deleteUnusedLinks(db, link.user_id, link.purpose === 'email' ? ['email'] : ['sign_up', 'reset'])
  await db.insertInto('one_time_links').values(link).execute()
}

export async function deleteUnusedLinks(
  db: Db,
  userId: string,
  purposes: readonly OneTimeLinkTable['purpose'][],
): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** True for exactly one of several concurrent callers. */
export const useOneTimeLink = (db: Db, sha256: string, at: string): Promise<boolean> =>
  db
    .updateTable('one_time_links')
    .set({ used_at: at })
    .where('sha256', '=', sha256)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .$call(wroteRow)

/** The new e-mail that still has to be confirmed. */
export async function findPendingEmail(db: Db, userId: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email ?? undefined
}

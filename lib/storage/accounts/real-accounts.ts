import type { Db } from '../storage'

/** Whether there is an account beside those that are named. */
export async function hasAccountsBeside(db: Db, slugs: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('slug', 'not in', slugs).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether there is a user beside those that are named. */
export async function hasUsersBeside(db: Db, emails: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', 'not in', emails).limit(1).executeTakeFirst()
  return row !== undefined
}

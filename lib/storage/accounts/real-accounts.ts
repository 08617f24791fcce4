import type { Db } from '../storage'

/** Whether there is an account beside those that are named. */
export async function hasAccountsBeside(db: Db, slugs: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('slug', 'not in', slugs).limit(1).executeTakeFirst()
  return row !== undefined
}

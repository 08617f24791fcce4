import type { Db } from '../storage'

/** What the sample accounts are known by: their names, and the ids that no other account has. */
export type SampleAccounts = { readonly slugs: readonly string[]; readonly ids: readonly string[] }

/** Whether there is an account beside those of the sample, or the books of one that was deleted. */
export async function hasAccountsBeside(db: Db, { slugs, ids }: SampleAccounts): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('slug', 'not in', slugs)
    .where('id', 'not in', ids)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The accounts beside those of the sample that people can work in: what is left of a deleted one is none. */
export const listAccountsBeside = (db: Db, { ids }: Pick<SampleAccounts, 'ids'>) =>
  db
    .selectFrom('accounts')
    .select(['id', 'slug', 'name'])
    .where('id', 'not in', ids)
    .where((e) => e('slug', '!=', e(e.val('deleted-'), '||', e.ref('id'))))
    .orderBy('slug')
    .execute()

/** Whether somebody owns an account beside those of the sample. */
export async function hasOwnersBeside(db: Db, { ids }: Pick<SampleAccounts, 'ids'>): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('user_id')
    .where('role', '=', 'owner')
    .where('account_id', 'not in', ids)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

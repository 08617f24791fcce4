import type { Db } from '../storage'
import type { UserTable } from './tables'

/** By e-mail in the form `normaliseEmail` gives. */
export const findUserByEmail = (db: Db, email: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (db: Db, id: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** False when the e-mail is taken. */
export async function insertUser(db: Db, user: UserTable): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

export const listUsers = (db: Db, accountId?: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'users.email', 'users.role', 'users.disabled_at', 'accounts.slug'])
    .$if(accountId !== undefined, (query) => query.where('users.account_id', '=', accountId ?? ''))
    .orderBy('accounts.slug')
    .orderBy('users.email')
    .execute()

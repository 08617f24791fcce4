import type { Db } from '../storage'
import type { UserTable } from './tables'

/** By e-mail in the form `normaliseEmail` gives. */
export const findUserByEmail = (db: Db, email: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (db: Db, id: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether there is a person beside those with these e-mails. */
export async function hasUsersBeside(db: Db, emails: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', 'not in', emails).limit(1).executeTakeFirst()
  return row !== undefined
}

/** False when the e-mail is taken. */
export async function insertUser(db: Db, user: UserTable): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

/** Throws where the e-mail is another user's. */
export async function updateUser(db: Db, id: string, change: Partial<Omit<UserTable, 'id'>>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function setPasswordHash(
  db: Db,
  userId: string,
  hash: { passwordHash: string; at: string },
): Promise<void> {
  await updateUser(db, userId, { password_hash: hash.passwordHash, password_set_at: hash.at })
}

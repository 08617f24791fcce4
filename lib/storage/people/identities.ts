import type { Db } from '../storage'
import type { IdentityTable } from './tables'

type IdentityKey = Pick<IdentityTable, 'issuer' | 'subject'>

export const findIdentity = (db: Db, { issuer, subject }: IdentityKey): Promise<IdentityTable | undefined> =>
  db.selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

/** How a person is known to the providers. */
export const listIdentitiesOf = (db: Db, userId: string): Promise<IdentityTable[]> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('issuer').orderBy('subject').execute()

/** False when the provider's person is linked already. */
export async function insertIdentity(db: Db, identity: IdentityTable): Promise<boolean> {
  const result = await db
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function markIdentityUsed(db: Db, { issuer, subject }: IdentityKey, at: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ last_used_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** True where it was otherwise before: the first time, until groups are said again. */
export async function markGroupsUnsaid(db: Db, { issuer, subject }: IdentityKey, at: string | null): Promise<boolean> {
  const changed = await db
    .updateTable('identities')
    .set({ groups_unsaid_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('groups_unsaid_at', at === null ? 'is not' : 'is', null)
    .returning('issuer')
    .executeTakeFirst()
  return changed !== undefined
}

/** How many there were. */
export async function deleteIdentitiesOf(db: Db, userId: string): Promise<number> {
  const result = await db.deleteFrom('identities').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

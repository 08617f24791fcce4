import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db, Storage } from '@/lib/storage/storage'

import type { MemberTable } from '../tables'

export const findMember = (db: Db, accountId: string, userId: string): Promise<MemberTable | undefined> =>
  ofAccount(db, 'members', accountId).selectAll().where('user_id', '=', userId).executeTakeFirst()

/** False if the person is a member already. */
export const insertMember = (db: AccountTx, member: MemberTable): Promise<boolean> =>
  insertNew(db, 'members', member, ['account_id', 'user_id'])

export async function updateMember(
  db: AccountTx,
  { account_id, user_id }: Pick<MemberTable, 'account_id' | 'user_id'>,
  change: Partial<Omit<MemberTable, 'account_id' | 'user_id'>>,
): Promise<void> {
  await db
    .updateTable('members')
    .set(change)
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteMember(db: AccountTx, accountId: string, userId: string): Promise<void> {
  await db.deleteFrom('members').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
}

/** Members with their users, ordered by e-mail; of one account, or of all. */
export const listMembers = (db: Db, accountId?: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select([
      'members.account_id',
      'members.user_id',
      'members.role',
      'members.created_at',
      'members.disabled_at',
      'members.last_seen_at',
      'users.email',
      'users.name',
      'users.password_hash',
      'users.disabled_at as user_disabled_at',
      'accounts.slug',
    ])
    .$if(accountId !== undefined, (query) => query.where('members.account_id', '=', accountId ?? ''))
    .orderBy('accounts.slug')
    .orderBy('users.email')
    .execute()
export type ListedMember = Awaited<ReturnType<typeof listMembers>>[number]

/** The accounts that a person may use, the last used one first. */
export const listAccountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['accounts.id', 'accounts.slug', 'accounts.name', 'members.role', 'members.last_seen_at'])
    .where('members.user_id', '=', userId)
    .where('members.disabled_at', 'is', null)
    .orderBy((e) => e.fn.coalesce('members.last_seen_at', e.val('')), 'desc')
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute()

/** All memberships of a person, including disabled ones. */
export const listMembershipsOf = (db: Db, userId: string): Promise<MemberTable[]> =>
  db.selectFrom('members').selectAll().where('user_id', '=', userId).orderBy('account_id').execute()

/** Runs `work` in a transaction that locks every account of the person. */
export const inAccountsOf = <T>(
  storage: Pick<Storage, 'db'>,
  userId: string,
  work: (tx: AccountTx) => Promise<T>,
): Promise<T> =>
  inAccounts(storage, async (db) => (await listMembershipsOf(db, userId)).map(({ account_id: id }) => id), work)

/** Members who can sign in, with their users. */
export const activeMembers = (db: Db, accountId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.account_id', '=', accountId)
    .where('members.disabled_at', 'is', null)
    .where('users.disabled_at', 'is', null)

/**
 * Number of owners who can sign in; the last one cannot be removed. Call it within a transaction that holds the
 * account's lock.
 */
export const countActiveOwners = (db: Db, accountId: string): Promise<number> =>
  activeMembers(db, accountId).where('members.role', '=', 'owner').$call(countRows)

/** Owners who can sign in, with their notification settings. */
export const listOwnersToNotify = (db: Db, accountId: string) =>
  activeMembers(db, accountId)
    .select(['users.email', 'users.locale', 'users.muted_mail'])
    .where('members.role', '=', 'owner')
    .orderBy('users.email')
    .execute()

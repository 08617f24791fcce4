import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { FeedTable } from './tables'

type Owner = { readonly accountId: string; readonly userId: string }

const ownedBy = (db: Db, { accountId, userId }: Owner) =>
  db.selectFrom('feeds').selectAll().where('account_id', '=', accountId).where('user_id', '=', userId)

/** Of one person in one account, in the order in which they were made. */
export const listFeeds = (db: Db, owner: Owner): Promise<FeedTable[]> =>
  ownedBy(db, owner).orderBy('created_at').orderBy('id').execute()

export const findFeed = (db: Db, owner: Owner, id: string): Promise<FeedTable | undefined> =>
  ownedBy(db, owner).where('id', '=', id).executeTakeFirst()

export async function insertFeed(db: AccountTx, feed: FeedTable): Promise<void> {
  await db.insertInto('feeds').values(feed).execute()
}

export async function updateFeed(db: Db, id: string, change: Partial<FeedTable>): Promise<void> {
  await db.updateTable('feeds').set(change).where('id', '=', id).execute()
}

export async function deleteFeed(db: AccountTx, id: string): Promise<void> {
  await db.deleteFrom('feeds').where('id', '=', id).execute()
}

/** By the hash of its secret, with what decides whether it may be read: its person, their membership and the account. */
export const findFeedBySecret = (db: Db, sha256: string) =>
  db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.user_id')
    .innerJoin('accounts', 'accounts.id', 'feeds.account_id')
    .leftJoin('members', (join) =>
      join.onRef('members.account_id', '=', 'feeds.account_id').onRef('members.user_id', '=', 'feeds.user_id'),
    )
    .selectAll('feeds')
    .select([
      'users.locale',
      'users.disabled_at as user_disabled_at',
      'members.role',
      'members.created_at as member_since',
      'members.disabled_at as member_disabled_at',
      'accounts.slug',
      'accounts.name as account_name',
      'accounts.state',
      'accounts.sealed_api_key',
    ])
    .where('feeds.token_sha256', '=', sha256)
    .executeTakeFirst()

export type ReadableFeed = NonNullable<Awaited<ReturnType<typeof findFeedBySecret>>>

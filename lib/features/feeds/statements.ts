import { ownedRows } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

/** Each feed belongs to one user in one account. */
export const feedRows = ownedRows('feeds', { ownership: 'user_id' })

/**
 * Finds a feed by the hash of its secret, with the state of its user, membership and account that decides whether it is
 * readable.
 */
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

import { countWritten } from '@/lib/storage/engine/outcome'
import { statement } from '@/lib/storage/engine/statement'
import type { Db } from '@/lib/storage/storage'

import type { SessionTable } from '../tables'

const liveSession = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('members', (join) =>
      join.onRef('members.account_id', '=', 'sessions.account_id').onRef('members.user_id', '=', 'sessions.user_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('account_settings as settings', 'settings.account_id', 'sessions.account_id')
    .select([
      'sessions.id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.proved_at',
      'sessions.method',
      'sessions.second_factor',
      'users.id as user_id',
      'users.email',
      'users.name as user_name',
      'users.locale',
      'users.theme',
      'members.role',
      'accounts.id as account_id',
      'accounts.slug',
      'accounts.name',
      'accounts.plan',
      'accounts.state',
      'accounts.limits',
      'accounts.spend_cap_pln',
      'accounts.created_at as account_created_at',
      'accounts.sealed_api_key',
      'settings.second_factor_required_at',
      'settings.session_idle_minutes',
      'settings.spending_roles',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where('members.disabled_at', 'is', null),
)

/**
 * The live session with its user, membership, account and current settings; undefined if it was revoked or has expired,
 * or if the user is disabled or no longer a member.
 */
export const findLiveSession = async (db: Db, id: string, now: string) => (await liveSession(db, { id, now }))[0]
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

export async function insertSession(db: Db, session: SessionTable): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Updates the last use of a session and of the member. */
export async function touchSession(
  db: Db,
  id: string,
  times: { lastSeenAt: string; expiresAt: string },
): Promise<void> {
  const touched = await db
    .updateTable('sessions')
    .set({ last_seen_at: times.lastSeenAt, expires_at: times.expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['account_id', 'user_id'])
    .executeTakeFirst()
  if (touched) await markSeen(db, touched, times.lastSeenAt)
}

export async function markSeen(
  db: Db,
  { account_id, user_id }: Pick<SessionTable, 'account_id' | 'user_id'>,
  at: string,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: at })
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .execute()
}

export const listSessionsOf = (db: Db, userId: string, now: string): Promise<SessionTable[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

export async function revokeSession(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export type SessionSelection = { readonly userId: string; readonly accountId?: string; readonly exceptId?: string }

/** Returns how many sessions were ended. */
export const revokeSessionsOf = (db: Db, { userId, accountId, exceptId }: SessionSelection, at: string) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .$call(countWritten)

type SessionRenewal = Pick<SessionTable, 'proved_at' | 'second_factor'> & { readonly id: string; readonly at: string }

/**
 * Moves a live session to a new id and ends the old one. False if it had already ended. It must run in a transaction.
 */
export async function renewSession(db: Db, formerId: string, { at, ...changed }: SessionRenewal): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', formerId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!ended) return false
  await insertSession(db, { ...ended, ...changed, last_seen_at: at, revoked_at: null })
  return true
}

/** After the second factor is removed no session of the user counts as verified by it. */
export async function clearSecondFactor(db: Db, userId: string): Promise<void> {
  await db.updateTable('sessions').set({ second_factor: 0 }).where('user_id', '=', userId).execute()
}

export async function deleteDeadSessions(db: Db, expiredBefore: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', expiredBefore).execute()
}

/** Takes effect with the user's next request. */
export async function switchSession(
  db: Db,
  { id, accountId, userId }: { readonly id: string; readonly accountId: string; readonly userId: string },
  at: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ account_id: accountId, last_seen_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await markSeen(db, { account_id: accountId, user_id: userId }, at)
}

export const findSession = (db: Db, id: string): Promise<SessionTable | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Whether another session of the user started in the same browser at the same address; also true if there is no other
 * session.
 */
export async function isKnownDevice(db: Db, { id, user_id, device, address }: SessionTable): Promise<boolean> {
  const others = await db
    .selectFrom('sessions')
    .select(['device', 'address'])
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .execute()
  return others.length === 0 || others.some((each) => each.device === device && each.address === address)
}

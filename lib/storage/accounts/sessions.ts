import { statement } from '../engine/statement'
import type { Db } from '../storage'
import type { SessionTable } from './tables'

const liveSession = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select([
      'sessions.id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'users.id as user_id',
      'users.email',
      'users.role',
      'accounts.id as account_id',
      'accounts.slug',
      'accounts.name',
      'accounts.plan',
      'accounts.state',
      'accounts.limits',
      'accounts.spend_cap_pln',
      'accounts.created_at as account_created_at',
      'accounts.sealed_api_key',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null),
)

/** The live session with its user and account as they are now; undefined when revoked, expired, or the user is disabled. */
export const findLiveSession = async (db: Db, id: string, now: string) => (await liveSession(db, { id, now }))[0]
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

export async function insertSession(db: Db, session: SessionTable): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function touchSession(db: Db, id: string, at: { lastSeenAt: string; expiresAt: string }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: at.lastSeenAt, expires_at: at.expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeSession(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** After a password change: whoever knew the old one is out. */
export async function revokeSessionsOfUser(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Sessions nobody can use any more are forgotten. */
export async function deleteDeadSessions(db: Db, expiredBefore: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', expiredBefore).execute()
}

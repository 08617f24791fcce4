import { randomUUID } from 'node:crypto'

import {
  deleteDeadSessions,
  findLiveSession,
  insertSession,
  type LiveSession,
  touchSession,
} from '@/lib/storage/accounts/sessions'
import type { Db } from '@/lib/storage/storage'

/** A session ends this long after it was last used … */
export const IDLE_MS = 12 * 3_600_000
/** … and this long after sign-in at the latest. */
export const LIFETIME_MS = 7 * 24 * 3_600_000
/** Use is written down this often at most, so that reading stays reading. */
const TOUCH_EVERY_MS = 5 * 60_000

export type { LiveSession }

/** Starts a session and returns its id, which is a secret of its own: it travels only inside the encrypted cookie. */
export async function startSession(db: Db, user: { id: string; account_id: string }, now: Date): Promise<string> {
  const id = randomUUID()
  const at = now.toISOString()
  await deleteDeadSessions(db, new Date(now.getTime() - LIFETIME_MS).toISOString())
  const expires_at = new Date(now.getTime() + IDLE_MS).toISOString()
  const session = { id, user_id: user.id, account_id: user.account_id, created_at: at, last_seen_at: at }
  await insertSession(db, { ...session, expires_at, revoked_at: null })
  return id
}

/** The live session of an id, moved on when it was not used for a while. */
export async function resumeSession(db: Db, id: string, now: Date): Promise<LiveSession | undefined> {
  const session = await findLiveSession(db, id, now.toISOString())
  if (session && now.getTime() - Date.parse(session.last_seen_at) > TOUCH_EVERY_MS) {
    await touchSession(db, id, { lastSeenAt: now.toISOString(), expiresAt: nextExpiry(session.created_at, now) })
  }
  return session
}

export function nextExpiry(createdAt: string, now: Date): string {
  return new Date(Math.min(now.getTime() + IDLE_MS, Date.parse(createdAt) + LIFETIME_MS)).toISOString()
}

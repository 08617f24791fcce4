import { randomUUID } from 'node:crypto'

import { unlessReadOnly } from '@/lib/storage/engine/outage'
import type { Db } from '@/lib/storage/storage'

import {
  deleteDeadSessions,
  findLiveSession,
  insertSession,
  type LiveSession,
  markSeen,
  revokeSession,
  touchSession,
} from './statements/sessions'
import type { SessionTable } from './tables'

/** Maximum time without use; the operator or an owner may set a shorter one. */
export const IDLE_MS = 8 * 3_600_000
/** Maximum time since the sign-in. */
export const LIFETIME_MS = 7 * 24 * 3_600_000
/** Maximum time since a sign-in through an OpenID provider, whose confirmation must not become outdated. */
export const SSO_LIFETIME_MS = 8 * 3_600_000
/** Minimum time between two updates of the last use, so that most requests only read. */
const TOUCH_EVERY_MS = 5 * 60_000
const MINUTE_MS = 60_000
const DEVICE_LENGTH = 300

export type { LiveSession }

export type NewSession = {
  readonly userId: string
  readonly accountId: string
  readonly method: SessionTable['method']
  /** ISO 8601 instant at which the user authenticated; defaults to now. */
  readonly provedAt?: string
  /** True after a second factor, or a passkey with user verification. */
  readonly secondFactor: boolean
  readonly address: string
  readonly device: string
  /** Previous session of the browser; it is ended. */
  readonly replaces?: string | undefined
}

/** Starts a session and returns its id. The id is a secret that is only sent inside the encrypted cookie. */
export async function startSession(db: Db, session: NewSession, now: Date): Promise<string> {
  const id = randomUUID()
  const at = now.toISOString()
  const { userId: user_id, accountId: account_id, method, address } = session
  await deleteDeadSessions(db, new Date(now.getTime() - LIFETIME_MS).toISOString())
  if (session.replaces !== undefined) await revokeSession(db, session.replaces, at)
  await insertSession(db, {
    id,
    user_id,
    account_id,
    method,
    address,
    device: session.device.slice(0, DEVICE_LENGTH),
    created_at: at,
    last_seen_at: at,
    proved_at: session.provedAt ?? at,
    expires_at: nextExpiry({ created_at: at, method }, now, IDLE_MS),
    revoked_at: null,
    second_factor: Number(session.secondFactor),
  })
  await markSeen(db, { account_id, user_id }, at)
  return id
}

/** Returns the live session of an id and updates its last use if that is too old. `idleMs`: the operator's limit. */
export async function resumeSession(
  db: Db,
  id: string,
  { now, idleMs = IDLE_MS }: { readonly now: Date; readonly idleMs?: number },
): Promise<LiveSession | undefined> {
  const session = await findLiveSession(db, id, now.toISOString())
  if (!session) return undefined
  const idle = Math.min(IDLE_MS, idleMs, (session.session_idle_minutes ?? Infinity) * MINUTE_MS)
  const unusedMs = now.getTime() - Date.parse(session.last_seen_at)
  // A limit that was shortened since the last use applies at once.
  if (unusedMs >= idle) return undefined
  if (unusedMs > Math.min(TOUCH_EVERY_MS, idle / 2)) {
    const times = { lastSeenAt: now.toISOString(), expiresAt: nextExpiry(session, now, idle) }
    // A database that is temporarily read-only must not end sessions.
    await touchSession(db, id, times).catch(unlessReadOnly)
  }
  return session
}

type SessionStart = Pick<SessionTable, 'created_at' | 'method'>

export function nextExpiry({ created_at, method }: SessionStart, now: Date, idleMs: number): string {
  const lifetime = method === 'sso' ? SSO_LIFETIME_MS : LIFETIME_MS
  return new Date(Math.min(now.getTime() + idleMs, Date.parse(created_at) + lifetime)).toISOString()
}

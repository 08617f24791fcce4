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

/** A session ends this long after it was last used, or sooner where the operator or an owner wants it so … */
export const IDLE_MS = 8 * 3_600_000
/** … and this long after sign-in at the latest. */
export const LIFETIME_MS = 7 * 24 * 3_600_000
/** Who was let in by an OpenID provider asks there again after a working day: its word about a person grows old. */
export const SSO_LIFETIME_MS = 8 * 3_600_000
/** Use is written down this often at most, so that reading stays reading. */
const TOUCH_EVERY_MS = 5 * 60_000
const MINUTE_MS = 60_000
const DEVICE_LENGTH = 300

export type { LiveSession }

export type NewSession = {
  readonly userId: string
  readonly accountId: string
  readonly method: SessionTable['method']
  /** ISO; when the person proved who they are; now where it is not said. */
  readonly provedAt?: string
  /** The person showed a second factor, or a passkey that asked for them. */
  readonly secondFactor: boolean
  readonly address: string
  /** What the browser calls itself. */
  readonly device: string
  /** The session that the browser had: it ends. */
  readonly replaces?: string | undefined
}

/** Starts a session and returns its id, which is a secret of its own: it travels only inside the encrypted cookie. */
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

/** The live session of an id, moved on when it was not used for a while. `idleMs`: the operator's choice. */
export async function resumeSession(
  db: Db,
  id: string,
  { now, idleMs = IDLE_MS }: { readonly now: Date; readonly idleMs?: number },
): Promise<LiveSession | undefined> {
  const session = await findLiveSession(db, id, now.toISOString())
  if (!session) return undefined
  const idle = Math.min(IDLE_MS, idleMs, (session.session_idle_minutes ?? Infinity) * MINUTE_MS)
  const unused = now.getTime() - Date.parse(session.last_seen_at)
  // What was decided since it was written down counts at once.
  if (unused >= idle) return undefined
  if (unused > Math.min(TOUCH_EVERY_MS, idle / 2)) {
    const seen = { lastSeenAt: now.toISOString(), expiresAt: nextExpiry(session, now, idle) }
    // A store that takes no writes for a while throws nobody out.
    await touchSession(db, id, seen).catch(unlessReadOnly)
  }
  return session
}

type Begun = Pick<SessionTable, 'created_at' | 'method'>

export function nextExpiry({ created_at, method }: Begun, now: Date, idleMs: number): string {
  const lifetime = method === 'sso' ? SSO_LIFETIME_MS : LIFETIME_MS
  return new Date(Math.min(now.getTime() + idleMs, Date.parse(created_at) + lifetime)).toISOString()
}

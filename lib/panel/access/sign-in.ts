import type { Logger } from 'pino'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { createRateLimiter } from '@/lib/storage/accounts/rate-limiters'
import { findUserByEmail } from '@/lib/storage/accounts/users'
import type { Storage } from '@/lib/storage/storage'

import { type AuditEvent, recordAudit } from '../audit/audit'
import { normaliseEmail } from './emails'
import { verifyPassword } from './passwords'
import { startSession } from './sessions'

/** Attempts per e-mail and address before the next must wait. A success gives them back. */
export const MAX_ATTEMPTS = 10
const WINDOW_S = 15 * 60

export type SignInAttempt = { readonly email: string; readonly password: string; readonly address: string }
export type SignInResult =
  | { readonly ok: true; readonly sessionId: string }
  | { readonly ok: false; readonly reason: 'credentials' }
  | { readonly ok: false; readonly reason: 'wait'; readonly retryAfterS: number }
export type SignIn = (attempt: SignInAttempt) => Promise<SignInResult>

/**
 * Checks a password and starts a session. Unknown e-mail, wrong password and disabled user are indistinguishable, in their
 * answer and in their time. Attempts are counted before the password is looked at, so a parallel burst gains nothing.
 * The audit log of the account knows of both outcomes; an e-mail that nobody has belongs to no account and is not kept.
 */
export function createSignIn(storage: Storage, clock: () => Date, log: Pick<Logger, 'error'>): SignIn {
  const { db } = storage
  const limiter = createRateLimiter(storage, { name: 'sign-in', points: MAX_ATTEMPTS, duration: WINDOW_S })
  const record = (event: AuditEvent) =>
    recordAudit(storage, event).catch((error: unknown) =>
      log.error({ err: error, action: event.action }, 'an audit event could not be written'),
    )
  return async ({ email, password, address }) => {
    const known = normaliseEmail(email)
    const key = `${known}|${address}`
    const refused = await waitFor(limiter, key)
    if (refused !== undefined) return { ok: false, reason: 'wait', retryAfterS: refused }
    const user = await findUserByEmail(db, known)
    const usable = user && user.disabled_at === null ? user : undefined
    const matches = await verifyPassword(usable?.password_hash, password)
    const event = { actor: known, address, now: clock() }
    if (!usable || !matches) {
      // Beside the answer, whose time must not tell a known e-mail from an unknown one.
      if (user) void record({ ...event, accountId: user.account_id, action: 'session.refuse' })
      return { ok: false, reason: 'credentials' }
    }
    await limiter.delete(key)
    const sessionId = await startSession(db, usable, clock())
    await record({ ...event, accountId: usable.account_id, action: 'session.start' })
    return { ok: true, sessionId }
  }
}

/** Seconds to wait, or undefined when the attempt may go on. */
async function waitFor(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

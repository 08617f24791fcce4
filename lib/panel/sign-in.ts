import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import type { Storage } from '@/lib/storage/open'
import { createRateLimiter } from '@/lib/storage/rate-limiters'
import { findUserByEmail } from '@/lib/storage/users'

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
 */
export function createSignIn(storage: Storage, clock: () => Date): SignIn {
  const { db } = storage
  const limiter = createRateLimiter(storage, { name: 'sign-in', points: MAX_ATTEMPTS, duration: WINDOW_S })
  return async ({ email, password, address }) => {
    const known = normaliseEmail(email)
    const key = `${known}|${address}`
    const refused = await waitFor(limiter, key)
    if (refused !== undefined) return { ok: false, reason: 'wait', retryAfterS: refused }
    const user = await findUserByEmail(db, known)
    const usable = user && user.disabled_at === null ? user : undefined
    const matches = await verifyPassword(usable?.password_hash, password)
    if (!usable || !matches) return { ok: false, reason: 'credentials' }
    await limiter.delete(key)
    return { ok: true, sessionId: await startSession(db, usable, clock()) }
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

import type { Logger } from 'pino'

import { type AuditEvent, recordAuditAlone } from '@/lib/features/audit/audit'
import { noteSecurityEvent } from '@/lib/features/audit/security-events'
import { listAccountsOf, listMembershipsOf } from '@/lib/features/members/statements/members'
import { findUserByEmail } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'
import { beginSecondStep, type SecondStep } from '@/lib/features/security/second-step'
import type { Storage } from '@/lib/storage/storage'

import { normaliseEmail } from './emails'
import { unlessFull } from './password-queue'
import { verifyPassword } from './passwords'
import { type NewSession, startSession } from './sessions'
import { createSignInThrottle } from './sign-in-throttle'

/** Limits for passwords. They allow for several users mistyping behind the address of one office. */
export const PASSWORD_LIMITS = { name: 'password', perEmailAndAddress: 10, perAddress: 50, perEmail: 20 } as const

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly device?: string
  /** Current session of the browser; it ends when the new one begins. */
  readonly replaces?: string | undefined
}
export type SignInResult =
  | { readonly ok: true; readonly sessionId: string }
  /** `no_account`: the user was authenticated but is a member of no account. */
  | { readonly ok: false; readonly reason: 'credentials' | 'no_account' | 'sample_ended' }
  | { readonly ok: false; readonly reason: 'wait'; readonly retryAfterS: number }
  /** The password was correct, and a second factor is required. */
  | { readonly ok: false; readonly reason: 'second_step'; readonly step: SecondStep }
type SessionOrigin = Pick<NewSession, 'address' | 'device' | 'replaces'>
export type SignIn = (attempt: SignInAttempt) => Promise<SignInResult>

/**
 * Verifies a password and starts a session in the account that the user used last. Unknown e-mail, wrong password and
 * disabled user cannot be told apart by answer or time. Attempts are counted before the password is verified, so
 * parallel attempts gain nothing. Both outcomes are recorded in the audit logs of the user's accounts; unknown e-mails
 * are not stored.
 */
export function createSignIn(storage: Storage, clock: () => Date, log: Pick<Logger, 'error' | 'warn'>): SignIn {
  const { db } = storage
  const throttle = createSignInThrottle(storage, PASSWORD_LIMITS)
  const record = (event: AuditEvent) =>
    recordAuditAlone(storage, event).catch((error: unknown) =>
      log.error({ err: error, action: event.action }, 'an audit event could not be recorded'),
    )
  return async ({ email, password, address, device = '', replaces }) => {
    const normalisedEmail = normaliseEmail(email)
    const attempt = { email: normalisedEmail, address }
    const admission = await throttle.attempt(attempt)
    if (!admission.ok) {
      void noteThrottled(normalisedEmail, address)
      return { ok: false, reason: 'wait', retryAfterS: admission.waitS }
    }
    const user = await findUserByEmail(db, normalisedEmail)
    const activeUser = user && user.disabled_at === null ? user : undefined
    const matches = await verifyPassword(activeUser?.password_hash, password).catch(unlessFull)
    if (typeof matches !== 'boolean') {
      await throttle.withdrawn(attempt)
      return { ok: false, reason: 'wait', ...matches }
    }
    const event = { actor: normalisedEmail, address, now: clock() }
    if (!activeUser || !matches) {
      // Runs after the answer, whose time must not reveal whether the e-mail is known.
      if (user) void recordRefusal(user.id, event)
      return { ok: false, reason: 'credentials' }
    }
    await throttle.succeeded(attempt)
    return enter(activeUser, { address, device, replaces })
  }

  /** After the correct password: starts a session or the second step. */
  async function enter({ id, email }: UserTable, from: SessionOrigin): Promise<SignInResult> {
    const [account] = await listAccountsOf(db, id)
    if (!account) return { ok: false, reason: 'no_account' }
    const step = await beginSecondStep(db, id, clock())
    if (step) return { ok: false, reason: 'second_step', step }
    const session = { ...from, userId: id, accountId: account.id, method: 'password', secondFactor: false } as const
    const sessionId = await startSession(db, session, clock())
    const event = { actor: email, address: from.address, now: clock(), accountId: account.id }
    await record({ ...event, action: 'session.start' })
    return { ok: true, sessionId }
  }

  async function noteThrottled(email: string, address: string): Promise<void> {
    try {
      const user = await findUserByEmail(db, email)
      const members = user ? await listMembershipsOf(db, user.id) : []
      const accounts = members.map(({ account_id }) => account_id)
      const actor = user?.email ?? null
      noteSecurityEvent({ storage, log }, { action: 'security.throttle', accounts, actor, address, now: clock() })
    } catch (error) {
      log.error({ err: error }, 'a throttled sign-in could not be recorded')
    }
  }

  async function recordRefusal(userId: string, event: Omit<AuditEvent, 'accountId' | 'action'>): Promise<void> {
    for (const { account_id: accountId } of await listMembershipsOf(db, userId)) {
      await record({ ...event, accountId, action: 'session.refuse' })
    }
  }
}

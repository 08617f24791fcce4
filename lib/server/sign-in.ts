import 'server-only'
import type { Locale, Theme } from '@/lib/domain/format/locales'
import { recordAuditAlone } from '@/lib/features/audit/audit'
import { isEmail } from '@/lib/features/auth/emails'
import { canMailLinks, type ForgottenPasswordAnswer } from '@/lib/features/auth/forgotten-password'
import {
  type LinkState,
  readPasswordLink,
  type Redemption,
  redeemPasswordLink,
} from '@/lib/features/auth/one-time-links'
import { isPasswordQueueFull } from '@/lib/features/auth/password-queue'
import { revokeSession } from '@/lib/features/auth/statements/sessions'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { updateUser } from '@/lib/features/members/statements/users'
import { isOutage, outageMessage } from '@/lib/storage/engine/outage'

import { getSession } from './auth'
import { clientAddress } from './http/client-address'
import { notifyNewDevice } from './new-device'
import { getRuntime } from './runtime'
import { type PanelSession, sealSessionId, sessionCookie, sessionOfCookie } from './session'

/** The e-mail in the address of the page, which anybody may have written; empty for anything else. */
export const offeredEmail = (text: string | undefined): string => (text !== undefined && isEmail(text) ? text : '')

/** Checks the password, replaces the browser's session with a new one, and returns its cookie. */
export async function signInWith(input: { email: string; password: string }, from: BrowserCall) {
  const result = await getRuntime().signIn({ ...input, ...(await browserOf(from)) })
  if (!result.ok) return result
  return { ok: true as const, cookie: await cookieOf(result.sessionId) }
}

/** Result of an attempt; `unavailable` when the store cannot be used, which is not the user's fault. */
export async function orUnavailable<T>(
  attempt: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly reason: 'unavailable' }> {
  try {
    return await attempt()
  } catch (error) {
    if (!isOutage(error)) throw error
    getRuntime().log.warn({ reason: outageMessage(error) }, 'sign-in is unavailable: the store cannot be reached')
    return { ok: false, reason: 'unavailable' }
  }
}

export async function cookieOf(sessionId: string) {
  notifyNewDevice(sessionId)
  const { name, options } = sessionCookie()
  return { name, value: await sealSessionId(sessionId), ...options }
}

/** Without local passwords, links for setting one are unknown. */
export async function readLink(token: string): Promise<LinkState> {
  const { env, storage } = getRuntime()
  return env.localPasswords ? readPasswordLink(storage.db, token, new Date()) : { state: 'unknown' }
}

/** `busy`: too many passwords are being hashed; the link was not used up. */
export async function redeemLink(
  token: string,
  password: string,
  headers: Headers,
): Promise<Redemption | { readonly state: 'busy' }> {
  const { env, storage, mail, log } = getRuntime()
  if (!env.localPasswords) return { state: 'unknown' }
  const input = { token, password, address: clientAddress(headers), mail }
  try {
    const now = new Date()
    const redemption = await redeemPasswordLink(storage, input, now)
    if (redemption.state === 'ready') deliverSoon({ storage, mail, log, now })
    return redemption
  } catch (error) {
    if (isPasswordQueueFull(error)) return { state: 'busy' }
    throw error
  }
}

/** Who helps with a forgotten password: a link by mail, a person, or nobody because there are no passwords. */
export function passwordHelp(): 'mail' | 'noMail' | 'noPasswords' {
  const { env, mail } = getRuntime()
  if (!env.localPasswords) return 'noPasswords'
  return canMailLinks(mail) ? 'mail' : 'noMail'
}

/** The answer is the same for every e-mail, so that it does not reveal users. */
export const requestPasswordLink = (email: string, headers: Headers): Promise<ForgottenPasswordAnswer> =>
  getRuntime().requestPasswordReset({ email, address: clientAddress(headers) })

type CookieReader = { get(name: string): { value: string } | undefined }
export type BrowserCall = { readonly headers: Headers; readonly cookies: CookieReader }

/** Origin of a sign-in, and the session that it replaces. */
export async function browserOf({ headers, cookies }: BrowserCall) {
  const previous = await sessionOfCookie(cookies.get(sessionCookie().name)?.value)
  return { address: clientAddress(headers), device: headers.get('user-agent') ?? '', replaces: previous?.id }
}

/**
 * Revokes the session of the cookie and returns a cookie that removes it. Browsers need all attributes to remove a
 * cookie of this name.
 */
export async function endSession(cookies: CookieReader, headers: Headers) {
  const { name, options } = sessionCookie()
  const session = await sessionOfCookie(cookies.get(name)?.value)
  if (session) await endSessionOf(session, headers)
  return { ...options, name, value: '', maxAge: 0 }
}

/** Signing out works even when the audit log cannot be written. */
export async function endSessionOf({ id, user, account }: PanelSession, headers: Headers): Promise<void> {
  const { storage, log } = getRuntime()
  const now = new Date()
  await revokeSession(storage.db, id, now.toISOString())
  const event = {
    accountId: account.id,
    actor: user.email,
    action: 'session.end' as const,
    address: clientAddress(headers),
    now,
  }
  await recordAuditAlone(storage, event).catch((error: unknown) =>
    log.error({ err: error, action: event.action }, 'an audit event could not be recorded'),
  )
}

/** Stored with the person, so that it applies in every browser. */
export async function savePreference(chosen: { readonly locale: Locale } | { readonly theme: Theme }): Promise<void> {
  const session = await getSession()
  if (session) await updateUser(getRuntime().storage.db, session.user.id, chosen)
}

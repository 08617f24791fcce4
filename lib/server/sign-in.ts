import 'server-only'
import { type LinkState, readSignUpLink, redeemSignUpLink } from '@/lib/panel/access/sign-up-links'
import { recordAudit } from '@/lib/panel/audit/audit'
import { revokeSession } from '@/lib/storage/accounts/sessions'

import { clientAddress } from './http/client-address'
import { getRuntime } from './runtime'
import { type PanelSession, sealSessionId, sessionCookie, sessionOfCookie } from './session'

/** Checks the password, starts a session and gives the cookie that carries it. */
export async function signInWith(input: { email: string; password: string }, headers: Headers) {
  const result = await getRuntime().signIn({ ...input, address: clientAddress(headers) })
  if (!result.ok) return result
  const { name, options } = sessionCookie()
  return { ok: true as const, cookie: { name, value: await sealSessionId(result.sessionId), ...options } }
}

export const readLink = (token: string): Promise<LinkState> =>
  readSignUpLink(getRuntime().storage.db, token, new Date())

export const redeemLink = (token: string, password: string, headers: Headers): Promise<LinkState> =>
  redeemSignUpLink(getRuntime().storage, { token, password, address: clientAddress(headers) }, new Date())

type CookieReader = { get(name: string): { value: string } | undefined }

/** Revokes the session of the cookie and returns the cookie's name, to be deleted. */
export async function endSession(cookies: CookieReader, headers: Headers): Promise<string> {
  const { name } = sessionCookie()
  const session = await sessionOfCookie(cookies.get(name)?.value)
  if (session) await endOne(session, headers)
  return name
}

/** Whoever asks to sign out is signed out, also when the audit log cannot be written. */
export async function endOne({ id, user, account }: PanelSession, headers: Headers): Promise<void> {
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
  await recordAudit(storage, event).catch((error: unknown) =>
    log.error({ err: error, action: event.action }, 'an audit event could not be written'),
  )
}

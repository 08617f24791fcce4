import 'server-only'
import { type LinkState, readSignUpLink, redeemSignUpLink } from '@/lib/panel/sign-up-links'
import { revokeSession } from '@/lib/storage/sessions'

import { clientAddress } from './client-address'
import { getRuntime } from './runtime'
import { sealSessionId, sessionCookie, sessionOfCookie } from './session'

/** Checks the password, starts a session and gives the cookie that carries it. */
export async function signInWith(given: { email: string; password: string }, headers: Headers) {
  const result = await getRuntime().signIn({ ...given, address: clientAddress(headers) })
  if (!result.ok) return result
  const { name, options } = sessionCookie()
  return { ok: true as const, cookie: { name, value: await sealSessionId(result.sessionId), ...options } }
}

export const readLink = (token: string): Promise<LinkState> =>
  readSignUpLink(getRuntime().storage.db, token, new Date())

export const redeemLink = (token: string, password: string): Promise<LinkState> =>
  redeemSignUpLink(getRuntime().storage.db, { token, password }, new Date())

type CookieReader = { get(name: string): { value: string } | undefined }

/** Revokes the session of the cookie and returns the cookie's name, to be deleted. */
export async function endSession(cookies: CookieReader): Promise<string> {
  const { name } = sessionCookie()
  const session = await sessionOfCookie(cookies.get(name)?.value)
  if (session) await revokeSession(getRuntime().storage.db, session.id, new Date().toISOString())
  return name
}

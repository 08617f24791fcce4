import 'server-only'
import { createHash } from 'node:crypto'

import { decode, encode, type JWT } from 'next-auth/jwt'

import type { Role } from '@/lib/domain/roles'
import { LIFETIME_MS, type LiveSession, resumeSession } from '@/lib/features/auth/sessions'
import { mayUseSample } from '@/lib/features/sample/sample-mode'
import { createUnsealCache } from '@/lib/http/unseal-cache'
import type { CallerAccount } from '@/lib/service/accounts/statements/keys'

import { getRuntime } from './runtime'

/**
 * The signed-in user, read from the store with every request, so that a changed role or account takes effect at once.
 */
export type PanelSession = {
  readonly id: string
  readonly user: {
    readonly id: string
    readonly email: string
    readonly name: string | null
    /** As stored; null: nothing chosen. */
    readonly locale: string | null
    readonly theme: string | null
    /** In this account. */
    readonly role: Role
  }
  /** How the session was begun. */
  readonly method: LiveSession['method']
  /** ISO 8601; when the person last proved their identity. */
  readonly provedAt: string
  /** A second factor, or a passkey with user verification, was used in this session. */
  readonly hasSecondFactor: boolean
  readonly account: {
    readonly id: string
    readonly slug: string
    readonly name: string
    /** Of the embedded service; means nothing in remote mode. */
    readonly plan: LiveSession['plan']
    readonly state: LiveSession['state']
    /** ISO 8601; in remote mode only when the panel first knew the account. */
    readonly createdAt: string
    readonly sealed_api_key: string | null
    /** ISO 8601; since when every member needs a second factor. */
    readonly secondFactorRequiredAt: string | null
    /** JSON list of roles as stored; null: the roles that may spend by default. */
    readonly spendingRoles: string | null
    /** The embedded service's account row, so that it need not be read again for the same call. */
    readonly row: CallerAccount
  }
}

export const SESSION_SECONDS = LIFETIME_MS / 1000

const isSecure = (): boolean => getRuntime().env.panelUrl?.startsWith('https:') ?? false

/** Browsers accept a cookie with this prefix only from this host, for all paths, and over TLS. */
const HOST_ONLY = '__Host-'

/** Other cookies of next-auth, with the same protection as the session's. */
export function authCookie(name: string) {
  const secure = isSecure()
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return { name: `${secure ? HOST_ONLY : ''}next-auth.${name}`, options }
}

/** The name that next-auth uses, so that its endpoints and this panel read the same cookie. */
export function sessionCookie() {
  const secure = isSecure()
  const name = `${secure ? HOST_ONLY : ''}next-auth.session-token`
  return { name, options: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: SESSION_SECONDS } as const }
}

/** The cookie carries only the session's id, encrypted. */
export const sealSessionId = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: getRuntime().secret, maxAge: SESSION_SECONDS })

/** The same cookie as a header, for answers that do not use Next's functions. */
export async function sessionCookieHeader(sid: string): Promise<string> {
  const { name, options } = sessionCookie()
  const parts = [`${name}=${await sealSessionId(sid)}`, `Path=${options.path}`, `Max-Age=${options.maxAge}`]
  return [...parts, 'HttpOnly', 'SameSite=Lax', ...(options.secure ? ['Secure'] : [])].join('; ')
}

// Decrypting a token derives a key and costs about a millisecond; the same cookie comes with every request.
const sessionIdCache = createUnsealCache(2000)

/** The content of a cookie under the present secret or an earlier one; null when none decrypts it. */
export async function decodeToken(token = ''): Promise<JWT | null> {
  for (const secret of getRuntime().secrets.all()) {
    const decoded = await decode({ token, secret }).catch(() => null)
    if (decoded) return decoded
  }
  return null
}

async function sessionIdOf(cookie: string): Promise<string | undefined> {
  const sessionIds = sessionIdCache(getRuntime().secrets.all())
  const cached = sessionIds.get(cookie)
  if (cached !== undefined) return cached
  const token = await decodeToken(cookie)
  const sid = token?.['sid']
  if (typeof sid !== 'string') return undefined
  sessionIds.set(cookie, sid)
  return sid
}

/** The live session of a cookie value; undefined without one or when it has ended. */
export async function sessionOfCookie(cookie: string | undefined): Promise<PanelSession | undefined> {
  const sid = cookie ? await sessionIdOf(cookie) : undefined
  return sid === undefined ? undefined : sessionOfId(sid)
}

export async function sessionOfId(sid: string): Promise<PanelSession | undefined> {
  const { storage, env } = getRuntime()
  const idleMs = env.sessionIdleMinutes * 60_000
  const live = await resumeSession(storage.db, sid, { now: new Date(), idleMs })
  return live && (await mayUseSample(live, env, storage.db)) ? toSession(live) : undefined
}

function toSession(live: LiveSession): PanelSession {
  const { account_id: id, slug, name, plan, state, limits, spend_cap_pln, account_created_at, sealed_api_key } = live
  const row = { id, slug, name, plan, state, limits, spend_cap_pln, created_at: account_created_at }
  return {
    id: live.id,
    user: {
      id: live.user_id,
      email: live.email,
      name: live.user_name,
      locale: live.locale,
      theme: live.theme,
      role: live.role,
    },
    method: live.method,
    provedAt: live.proved_at,
    hasSecondFactor: live.second_factor === 1,
    account: {
      id,
      slug,
      name,
      plan,
      state,
      createdAt: account_created_at,
      sealed_api_key,
      secondFactorRequiredAt: live.second_factor_required_at,
      spendingRoles: live.spending_roles,
      row,
    },
  }
}

/** Identifies the person and the account of a session to its own pages. */
export const viewerMarkOf = ({ user, account }: PanelSession): string =>
  createHash('sha256').update(`${account.id} ${user.id}`).digest('base64url').slice(0, 22)

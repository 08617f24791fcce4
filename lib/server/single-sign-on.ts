import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { cookies, headers } from 'next/headers'

import { routes } from '@/lib/domain/routes'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import {
  confirmIdentity,
  type ConfirmedIdentity,
  readIdentityLink,
} from '@/lib/features/single-sign-on/identity-confirmation'
import { LINK_CONFIRM_MS, signInByProvider, type SingleSignOnStore } from '@/lib/features/single-sign-on/single-sign-on'
import type { SingleSignOn } from '@/lib/features/single-sign-on/single-sign-on-env'
import { OutgoingAgent } from '@/lib/panel/outgoing/outgoing-agent'
import type { OutgoingProxy } from '@/lib/panel/outgoing/outgoing-proxy'

import { getRuntime } from './runtime'
import { sealSessionId, sessionCookie } from './session'
import { browserOf } from './sign-in'

/** next-auth's name of the provider, part of the callback address. */
export const PROVIDER_ID = 'oidc'
const PATIENCE_MS = 10_000

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string; readonly email?: string }

/**
 * The provider's configuration is discovered at each sign-in, so that an unreachable provider does not prevent a start.
 */
export function singleSignOnProvider(settings: SingleSignOn, proxy: OutgoingProxy): OAuthConfig<Claims> {
  const { issuer, clientId, clientSecret, name, rolesClaim } = settings
  return {
    id: PROVIDER_ID,
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    // By default next-auth checks only `state`.
    checks: ['pkce', 'state', 'nonce'],
    // The token is validated: signature, issuer, audience, times, nonce.
    idToken: true,
    authorization: { params: { scope: 'openid email profile' } },
    httpOptions: { timeout: PATIENCE_MS, ...agentOf(issuer, proxy) },
    userinfo: {
      request: async ({ client, tokens }) => {
        // Safe: next-auth makes a TokenSet of the library's answer; only its types lack some fields.
        const signed = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
        const claims = signed.claims()
        const isComplete = claims.email !== undefined && (rolesClaim === undefined || rolesClaim in claims)
        if (isComplete || client.issuer.metadata.userinfo_endpoint === undefined) return claims
        // The library rejects user info of another subject; claims of the signed token take precedence.
        return { ...(await client.userinfo(signed)), ...claims }
      },
    },
    profile: ({ sub, email }) => ({ id: sub, email: email ?? null }),
  }
}

/** Discovery, keys, tokens and claims use the proxy according to its settings for each host. */
const agentOf = (issuer: string, proxy: OutgoingProxy) =>
  proxy.shown !== undefined && issuer.startsWith('https:') ? { agent: new OutgoingAgent(proxy.proxyFor) } : {}

function storeOf(settings: SingleSignOn): SingleSignOnStore {
  const { storage, env, mail } = getRuntime()
  const sendsMail = mail.mailer !== null
  return { storage, settings, localPasswords: env.localPasswords, sendsMail, now: new Date() }
}

const LINK_COOKIE = 'panel-identity-link'

/**
 * next-auth's `signIn` callback: true with the session's id on the user that its token is made of, else an address to
 * redirect to.
 */
export async function admitFromProvider(user: { id: string }, claims: unknown): Promise<true | string> {
  const { env, log } = getRuntime()
  if (!env.singleSignOn) return `${routes.signIn}?error=sso_failed`
  const store = await cookies()
  try {
    const from = await browserOf({ headers: await headers(), cookies: store })
    const result = await signInByProvider(storeOf(env.singleSignOn), claims, from)
    noteSignIn(env.singleSignOn, claims, result)
    if (result.ok) {
      user.id = result.sessionId
      return true
    }
    if (result.reason !== 'confirm') return `${routes.signIn}?error=sso_${result.reason}`
    const { secure } = sessionCookie().options
    const options = { httpOnly: true, sameSite: 'lax', path: routes.signIn, secure } as const
    store.set({ name: LINK_COOKIE, value: result.linkId, maxAge: LINK_CONFIRM_MS / 1000, ...options })
    return routes.confirmIdentity
  } catch (error) {
    // A thrown message would appear in the address.
    log.error({ err: error }, 'a sign-in through the provider failed')
    return `${routes.signIn}?error=sso_failed`
  }
}

/** Logs why a user was refused or kept the same role. Users ask the operator, who sees no page about it. */
function noteSignIn({ issuer, rolesClaim }: SingleSignOn, claims: unknown, result: ConfirmedIdentity): void {
  const { log, storage, mail } = getRuntime()
  const person = { issuer, subject: subjectOf(claims) }
  if (!result.ok && result.reason !== 'confirm') {
    log.warn({ ...person, reason: result.reason }, 'a sign-in through the provider was refused')
  }
  if (!result.ok || result.missingGroupsReason === undefined) return
  const details = { ...person, claim: rolesClaim, reason: result.missingGroupsReason }
  log.warn(details, 'the provider reported no groups of a person: their role is unchanged')
  deliverSoon({ storage, mail, log, now: new Date() })
}

const subjectOf = (claims: unknown): string | undefined =>
  typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub).slice(0, 255) : undefined

/** The e-mail whose password this browser has to confirm; undefined when there is none. */
export async function readOwnIdentityLink(): Promise<string | undefined> {
  const { singleSignOn } = getRuntime().env
  const linkId = (await cookies()).get(LINK_COOKIE)?.value
  return singleSignOn && linkId ? readIdentityLink(storeOf(singleSignOn), linkId) : undefined
}

/** Links the identity and signs in: sets the session's cookie. */
export async function confirmOwnIdentity(password: string): Promise<ConfirmedIdentity> {
  const { singleSignOn } = getRuntime().env
  const store = await cookies()
  const linkId = store.get(LINK_COOKIE)?.value
  if (!singleSignOn || !linkId) return { ok: false, reason: 'over' }
  const from = await browserOf({ headers: await headers(), cookies: store })
  const result = await confirmIdentity(storeOf(singleSignOn), { linkId, password }, from)
  if (!result.ok) return result
  const { name, options } = sessionCookie()
  store.set({ name, value: await sealSessionId(result.sessionId), ...options })
  store.delete({ name: LINK_COOKIE, path: routes.signIn })
  return result
}

/** Sign-in methods on the sign-in page. */
export function signInMethods(): { readonly provider: string | null; readonly localPasswords: boolean } {
  const { singleSignOn, localPasswords } = getRuntime().env
  return { provider: singleSignOn?.name ?? null, localPasswords }
}

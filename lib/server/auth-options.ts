import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import credentials from 'next-auth/providers/credentials'
import { cookies, headers } from 'next/headers'

import { routes, safeReturnPath } from '@/lib/domain/routes'
import type { SignInResult } from '@/lib/features/auth/sign-in'
import type { SecondStepResult } from '@/lib/features/security/second-step'
import { reasonOf } from '@/lib/panel/outgoing/reasons'

import { notifyNewDevice } from './new-device'
import { getRuntime } from './runtime'
import { answerSecondStep } from './second-step'
import { authCookie, decodeToken, SESSION_SECONDS, sessionCookie, sessionOfId } from './session'
import { browserOf, endSessionOf, orUnavailable } from './sign-in'
import { admitFromProvider, PROVIDER_ID, singleSignOnProvider } from './single-sign-on'

/** The sign-in page shows these as `?error=`. */
export const TOO_MANY_ATTEMPTS = 'too_many_attempts'
/** The store is unreachable, so no password can be checked. */
export const UNAVAILABLE = 'unavailable'
/** The password is right, and the caller has to send a `code` with it. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required'

/**
 * Options of next-auth's endpoints. The token carries only the id of a session row, so signing out, a changed role and
 * a disabled user take effect at once, even for copies of the cookie.
 */
export function authOptions(): NextAuthOptions {
  const { name, options } = sessionCookie()
  const { singleSignOn, outgoingProxy } = getRuntime().env
  return {
    secret: getRuntime().secret,
    jwt: { decode: ({ token }) => decodeToken(token) },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: routes.signIn, signOut: routes.signIn, error: routes.signIn },
    useSecureCookies: options.secure,
    cookies: {
      sessionToken: { name, options },
      csrfToken: authCookie('csrf-token'),
      callbackUrl: authCookie('callback-url'),
      state: authCookie('state'),
      nonce: authCookie('nonce'),
      pkceCodeVerifier: authCookie('pkce.code_verifier'),
    },
    providers: [
      ...(singleSignOn ? [singleSignOnProvider(singleSignOn, outgoingProxy)] : []),
      credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' }, code: { type: 'text' } },
        authorize: authorise,
      }),
    ],
    callbacks: {
      signIn: ({ user, account, profile }) =>
        account?.provider === PROVIDER_ID ? admitFromProvider(user, profile) : true,
      jwt: ({ token, user }) => {
        if (!user) return { sid: token['sid'] }
        notifyNewDevice(user.id)
        return { sid: user.id }
      },
      session: async ({ session, token }) => {
        const live = typeof token['sid'] === 'string' ? await sessionOfId(token['sid']) : undefined
        return live
          ? { expires: session.expires, user: { email: live.user.email, name: live.account.name } }
          : { expires: session.expires }
      },
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url
        return `${baseUrl}${safeReturnPath(path)}`
      },
    },
    events: {
      signOut: async ({ token }) => {
        const live = typeof token['sid'] === 'string' ? await sessionOfId(token['sid']) : undefined
        if (live) await endSessionOf(live, await headers())
      },
    },
    logger: {
      error: (code, metadata) => getRuntime().log.warn({ code, ...reasonIn(metadata) }, 'next-auth'),
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}

/**
 * Why a sign-in through the provider failed: a connection error, or the library's message and the provider's error
 * code. Other text of a provider is not logged, because it may hold personal data.
 */
function reasonIn(details: unknown): { readonly reason?: string } {
  const inner = details instanceof Error ? details : isWithError(details) ? details.error : undefined
  if (!inner) return {}
  const isOfNetwork = ('code' in inner && typeof inner.code === 'string') || /timed out/.test(inner.message)
  return { reason: isOfNetwork ? reasonOf(inner) : reasonOfProvider(inner) }
}

function reasonOfProvider(error: Error): string {
  const code = 'error' in error ? String(error.error) : ''
  if (/^[a-z_]{1,40}$/.test(code)) return `the provider says ${code}`
  // Messages about an unsuitable token, such as "id_token is not active yet", carry the token's value after the comma.
  return error.name === 'RPError' ? (error.message.split(/[,:]/, 1)[0] ?? error.name) : error.name
}

const isWithError = (details: unknown): details is { readonly error: Error } =>
  typeof details === 'object' && details !== null && 'error' in details && details.error instanceof Error

async function authorise(input: Record<string, string> | undefined) {
  const { email = '', password = '', code = '' } = input ?? {}
  const result = await orUnavailable(async () => {
    const browser = await browserOf({ headers: await headers(), cookies: await cookies() })
    const first = await getRuntime().signIn({ email, password, ...browser })
    if (first.ok || first.reason !== 'second_step') return first
    if (code === '') throw new Error(SECOND_FACTOR_REQUIRED)
    return answerSecondStep(first.step.challengeId, { code }, browser)
  })
  if (!result.ok && result.reason === 'unavailable') throw new Error(UNAVAILABLE)
  return sessionOrRefusal(result)
}

/** Converts a result to what next-auth expects: a session, or an error that the sign-in page can read. */
function sessionOrRefusal(result: SignInResult | SecondStepResult) {
  if (result.ok) return { id: result.sessionId }
  if (result.reason === 'wait') throw new Error(TOO_MANY_ATTEMPTS)
  return null
}

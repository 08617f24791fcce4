import 'server-only'
import type { Logger } from 'pino'

import { errorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import type { Env } from '@/lib/panel/env'
import { createOutageLine, type OutageLine } from '@/lib/panel/outgoing/outage-line'
import { REMOTE_SLUG } from '@/lib/panel/remote-accounts'
import { openKey } from '@/lib/panel/secrets/key-custody'
import { openWithAny } from '@/lib/panel/secrets/panel-secrets'
import type { CallerAccount } from '@/lib/service/accounts/statements/keys'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { callRemote } from './remote'

/**
 * Answers requests for the account of one session. The embedded service and a remote /v1 both implement it; other code
 * does not distinguish them.
 */
export type Upstream = (request: Request) => Promise<Response>

/** The caller: a session, or the panel itself for an account. */
export type ServiceCaller = {
  readonly user: Pick<PanelSession['user'], 'id' | 'email'>
  readonly account: Pick<PanelSession['account'], 'id' | 'slug' | 'sealed_api_key'>
}

export type UpstreamOptions = {
  /** True for calls of a browser, false for calls of the panel in process. */
  readonly rateLimited: boolean
  /** The caller's account as read for this call. Only for a single call, because it becomes outdated. */
  readonly account?: CallerAccount
}

/** Paths of requests begin with /v1. */
export function upstreamFor(caller: ServiceCaller, options: UpstreamOptions): Upstream {
  const { service, env, log } = getRuntime()
  if (service) {
    const { user, account } = caller
    const principal = { accountId: account.id, userId: user.id, actor: user.email, ...options }
    return (request) => service.handleFor(principal, request)
  }
  const apiKey = apiKeyOf(caller)
  const { remote } = env
  if (!remote || !apiKey) return () => Promise.resolve(noKey())
  return (request) => callRemote({ ...remote, apiKey, outage: outageOf(remote, log) }, request)
}

/** There is one remote service per process. */
const outages = new WeakMap<object, OutageLine>()

function outageOf(remote: NonNullable<Env['remote']>, log: Logger): OutageLine {
  const existing = outages.get(remote)
  if (existing) return existing
  const fields = { service: new URL(remote.url).origin }
  const line = {
    fields,
    awayMessage: 'the remote service does not answer',
    backMessage: 'the remote service answers again',
  }
  const outageLine = createOutageLine(log, line)
  outages.set(remote, outageLine)
  return outageLine
}

const noKey = () =>
  errorResponse(new HttpError('upstream_unauthorized', 'The account has no API key that this panel can use'))

// Decrypted keys by encrypted text, because decryption derives a key each time. A changed key has another text.
const decryptedKeys = new Map<string, string>()

/** The account's key of the remote service. It is only ever sent to that service. */
export function apiKeyOf({ account }: Pick<ServiceCaller, 'account'>): string | undefined {
  const { env, secrets } = getRuntime()
  const { id, slug, sealed_api_key: sealed } = account
  if (sealed === null) return slug === REMOTE_SLUG ? env.remote?.apiKey : undefined
  const cached = decryptedKeys.get(sealed)
  if (cached !== undefined) return cached
  const apiKey = openWithAny(secrets, (secret) => openKey(secret, id, sealed))
  if (decryptedKeys.size >= 1000) decryptedKeys.clear()
  if (apiKey !== undefined) decryptedKeys.set(sealed, apiKey)
  return apiKey
}

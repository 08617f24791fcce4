import 'server-only'
import { readApiError } from '@/lib/client/api-error'
import { lenient } from '@/lib/client/lenient'
import { operationOf } from '@/lib/contract/table'
import { parseJson } from '@/lib/domain/collections/json'
import type { ConnectionCheck, ConnectionState, KeyInUse } from '@/lib/features/keys/contract'
import type { Env } from '@/lib/panel/env'
import { REMOTE_SLUG, type RemoteConnection } from '@/lib/panel/remote-accounts'
import { sealKey, toFingerprint } from '@/lib/panel/secrets/key-custody'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { callRemote } from './remote'
import { apiKeyOf } from './upstream'

/** Time-out in milliseconds for a user who waits at a page. */
const TIMEOUT_MS = 10_000
const MAX_MESSAGE = 300

/** Undefined with an embedded service. */
export function remoteConnectionOf({ account }: Pick<PanelSession, 'account'>): RemoteConnection | undefined {
  const { env, secret } = getRuntime()
  const { remote } = env
  if (!remote) return undefined
  const keyOf = (sealed_api_key: string | null) => apiKeyOf({ account: { ...account, sealed_api_key } })
  return {
    host: new URL(remote.url).host,
    keyInUse: (sealedApiKey) => toKeyInUse(sealedApiKey, { slug: account.slug, apiKey: keyOf(sealedApiKey) }),
    check: (key) => check(remote, 'apiKey' in key ? key.apiKey : keyOf(key.sealedApiKey)),
    seal: (apiKey) => sealKey(secret, account.id, apiKey),
  }
}

type KeyOwner = { readonly slug: string; readonly apiKey: string | undefined }

function toKeyInUse(sealedApiKey: string | null, { slug, apiKey }: KeyOwner): KeyInUse {
  const fallback = slug === REMOTE_SLUG ? 'environment' : 'none'
  const source = sealedApiKey === null ? fallback : 'account'
  return { source, fingerprint: apiKey === undefined ? null : toFingerprint(apiKey), fallback }
}

async function check(remote: NonNullable<Env['remote']>, apiKey: string | undefined): Promise<ConnectionCheck> {
  const checked_at = new Date().toISOString()
  const emptyCheck = { status: null, code: null, message: null, latency_ms: 0, rate_limit: null, checked_at }
  if (apiKey === undefined) return { ...emptyCheck, state: 'no_key' }
  const from = performance.now()
  const request = new Request('http://upstream.invalid/v1/usage/summary')
  const answer = await callRemote({ ...remote, apiKey, timeoutMs: TIMEOUT_MS }, request)
  const latency_ms = Math.round(performance.now() - from)
  const measured = { latency_ms, rate_limit: rateLimitOf(answer), checked_at }
  if (answer.ok) {
    const state = isSummary(await answer.text()) ? 'ok' : 'unknown_shape'
    return { ...emptyCheck, ...measured, status: answer.status, state }
  }
  const { status, code, message } = await readApiError(answer)
  const state = stateOf(status, code)
  // The panel distinguishes a refused key from an ended session; the service answered 401.
  if (state === 'unauthorized') return { ...emptyCheck, ...measured, state, status: 401 }
  if (code.startsWith('upstream_'))
    return { ...emptyCheck, ...measured, state, status: code === 'upstream_error' ? status : null }
  return { ...measured, state, status, code: code.slice(0, MAX_MESSAGE), message: message.slice(0, MAX_MESSAGE) }
}

function stateOf(status: number, code: string): ConnectionState {
  if (code === 'upstream_unauthorized') return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 402) return 'payment_required'
  return status === 429 ? 'rate_limited' : 'unreachable'
}

/** Any web site answers 200; only the service answers in the shape of the interface. */
const isSummary = (text: string): boolean =>
  lenient(operationOf('usage.summary').response).safeParse(parseJson(text)).success

/** Reads the usual header names; null when the service sends none. */
function rateLimitOf({ headers }: Response): ConnectionCheck['rate_limit'] {
  const read = (name: string) => wholeNumberOf(headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`))
  const reset_s = read('reset') ?? wholeNumberOf(headers.get('retry-after'))
  const rateLimit = { limit: read('limit'), remaining: read('remaining'), reset_s }
  return Object.values(rateLimit).every((value) => value === null) ? null : rateLimit
}

const wholeNumberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null

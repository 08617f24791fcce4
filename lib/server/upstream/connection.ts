import 'server-only'
import { lenient } from '@/lib/client/lenient'
import { operationOf } from '@/lib/contract/table'
import { toFingerprint } from '@/lib/panel/access/key-custody'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { apiKeyOf, upstreamFor } from './upstream'

export type ConnectionState =
  | 'ok'
  | 'unauthorized'
  | 'payment_required'
  | 'rate_limited'
  | 'unreachable'
  | 'unknown_shape'
export type ServiceConnection = {
  readonly mode: 'embedded' | 'remote'
  /** Host of the remote service; null when embedded. */
  readonly host: string | null
  readonly state: ConnectionState
  readonly checkedAt: string
  /** Last four characters of the SHA-256 of the key, never of the key. */
  readonly fingerprint: string | null
}

/** Asks the service once, as the session's account, and says how it went. */
export async function checkConnection(session: PanelSession): Promise<ServiceConnection> {
  const { env, service } = getRuntime()
  const request = new Request('http://upstream.invalid/v1/usage/summary')
  const answer = await upstreamFor(session, { rateLimited: false })(request)
  const state = await stateOf(answer)
  const apiKey = service ? undefined : apiKeyOf(session)
  return {
    mode: service ? 'embedded' : 'remote',
    host: env.remote ? new URL(env.remote.url).host : null,
    state,
    checkedAt: new Date().toISOString(),
    fingerprint: apiKey ? toFingerprint(apiKey) : null,
  }
}

async function stateOf(answer: Response): Promise<ConnectionState> {
  const text = await answer.text()
  // Any web site answers 200; the service is what answers as the interface says.
  if (answer.ok) return isSummary(text) ? 'ok' : 'unknown_shape'
  if (answer.status === 402) return 'payment_required'
  if (answer.status === 429) return 'rate_limited'
  return text.includes('upstream_unauthorized') || answer.status === 403 ? 'unauthorized' : 'unreachable'
}

function isSummary(text: string): boolean {
  try {
    return lenient(operationOf('usage.summary').response).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'
import { count, instant } from '@/lib/contract/values'

/**
 * Result of trying a key. The service answers `payment_required` and `rate_limited` only for a key that it knows, so
 * these prove the key like `ok`.
 */
export const connectionStates = [
  'ok',
  'unauthorized',
  'forbidden',
  'payment_required',
  'rate_limited',
  'unreachable',
  'unknown_shape',
  'no_key',
] as const
export type ConnectionState = (typeof connectionStates)[number]

/** One request to the service with one key. */
export const connectionCheck = z.object({
  state: z.enum(connectionStates),
  /** HTTP status; null if no answer arrived. */
  status: count.nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  latency_ms: count,
  /** As far as reported: calls per window, remaining ones, and seconds until the window restarts. */
  rate_limit: z.object({ limit: count.nullable(), remaining: count.nullable(), reset_s: count.nullable() }).nullable(),
  checked_at: instant,
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

/** `account`: a separate sealed key; `environment`: REGISTERS_API_KEY; `none`: calls are refused. */
export const keySources = ['account', 'environment', 'none'] as const

/** The last four characters of the key's SHA-256, never of the key. */
const fingerprint = z.string().length(4)

const keyInUse = z.object({
  source: z.enum(keySources),
  fingerprint: fingerprint.nullable(),
  /** What applies when the account's own key is removed. */
  fallback: z.enum(keySources).exclude(['account']),
})
export type KeyInUse = z.infer<typeof keyInUse>

const connection = z.object({
  mode: z.enum(['embedded', 'remote']),
  /** Host of the remote service; null if embedded. */
  host: z.string().nullable(),
  key: keyInUse,
  check: connectionCheck,
})
export type ServiceConnection = z.infer<typeof connection>

/** The handler validates it, so that the answer does not repeat the key. */
const givenKey = z.string()
const MAX_BYTES = 4000

export const connectionOperations = {
  'connection.read': {
    ...forOwners.get,
    path: '/panel/connection',
    summary: 'The key that the panel uses for the service, and whether the service accepts it now',
    response: connection,
  },
  'connection.test': {
    ...forOwners.post,
    path: '/panel/connection/test',
    withoutProof: 'The key is not stored.',
    summary: 'Whether the service accepts a key, which is not stored',
    invalidates: [],
    idempotent: false,
    maxBodyBytes: MAX_BYTES,
    body: z.object({ api_key: givenKey }),
    response: z.object({ fingerprint, check: connectionCheck }),
  },
  'connection.set': {
    ...forOwners.put,
    path: '/panel/connection',
    summary:
      'Store another key for the account; not if the service refuses it, and only on request if it could not be tested',
    invalidates: ['everything'],
    maxBodyBytes: MAX_BYTES,
    body: z.object({
      api_key: givenKey,
      /** Stores the key even if the service is unreachable. A key that the service refused is never stored. */
      untested: z.boolean().default(false),
    }),
    response: connection,
  },
  'connection.remove': {
    ...forOwners.delete,
    path: '/panel/connection',
    summary: 'Delete the account’s own key; REGISTERS_API_KEY applies again if the account may use it',
    invalidates: ['everything'],
    response: connection,
  },
} as const satisfies Record<string, PanelOperation>

import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'
import { count, instant } from '@/lib/contract/values'

/** How a service took a key: `ok`, and `payment_required` and `rate_limited`, which only a key that it knows is told. */
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

/** One question to the service with one key. */
export const connectionCheck = z.object({
  state: z.enum(connectionStates),
  /** HTTP status; null where nothing came. */
  status: count.nullable(),
  /** What the service said of a refusal. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  latency_ms: count,
  /** As far as the service tells: calls of the window, those left, and seconds until it begins anew. */
  rate_limit: z.object({ limit: count.nullable(), remaining: count.nullable(), reset_s: count.nullable() }).nullable(),
  checked_at: instant,
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

/** `account`: a key of its own, kept sealed; `environment`: REGISTERS_API_KEY; `none`: calls are refused. */
export const keySources = ['account', 'environment', 'none'] as const

/** The last four characters of the SHA-256 of a key, never of the key. */
const fingerprint = z.string().length(4)

const keyInUse = z.object({
  source: z.enum(keySources),
  fingerprint: fingerprint.nullable(),
  /** What holds when the account's own key is removed. */
  fallback: z.enum(keySources).exclude(['account']),
})
export type KeyInUse = z.infer<typeof keyInUse>

const connection = z.object({
  mode: z.enum(['embedded', 'remote']),
  /** Host of the remote service; null when embedded. */
  host: z.string().nullable(),
  key: keyInUse,
  check: connectionCheck,
})
export type ServiceConnection = z.infer<typeof connection>

/** Whether it can be a key at all is looked at by the handler, whose answer does not repeat it. */
const givenKey = z.string()
const MAX_BYTES = 4000

export const connectionOperations = {
  'connection.read': {
    ...forOwners.get,
    path: '/panel/connection',
    summary: 'Which key the panel asks the service with, and how the service takes it now',
    response: connection,
  },
  'connection.test': {
    ...forOwners.post,
    path: '/panel/connection/test',
    withoutProof: 'Nothing is kept of the key.',
    summary: 'How the service takes a key, which is not kept',
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
      'Keep another key for the account; one that the service refuses is not kept, one that could not be tested only on demand',
    invalidates: ['everything'],
    maxBodyBytes: MAX_BYTES,
    body: z.object({
      api_key: givenKey,
      /** Keep it also when the service cannot be reached. A key that it refused is kept in no case. */
      untested: z.boolean().default(false),
    }),
    response: connection,
  },
  'connection.remove': {
    ...forOwners.delete,
    path: '/panel/connection',
    summary: 'Forget the account’s own key; REGISTERS_API_KEY holds again where the account may use it',
    invalidates: ['everything'],
    response: connection,
  },
} as const satisfies Record<string, PanelOperation>

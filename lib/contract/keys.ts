import * as z from 'zod'

import { DEFAULT_KEY_OVERLAP, keyOverlaps, keyScopes } from '@/lib/domain/key-scopes'

import { type Operation, freeDefaults, ownerOnly, operationsFor } from './operation'
import { byGivenId, instant, line, uuid } from './values'

export const MAX_ACTIVE_KEYS = 10
export const MAX_KEY_ADDRESSES = 50

/**
 * Decision 25 (keys): only a hash of the key is stored; people identify it by the prefix and the last four characters.
 */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  /** Name of the operation that was called then; null also for calls from before this was recorded. */
  last_operation: z.string().nullable(),
  deactivated_at: instant.nullable(),
  /** It is refused from this instant on. */
  expires_at: instant.nullable(),
  scope: z.array(z.enum(keyScopes)),
  /** Addresses and ranges that it may be used from; empty: from anywhere. */
  addresses: z.array(z.string()),
  /** Its successor; both work until `expires_at`. */
  replaced_by: uuid.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const NOT_AN_ADDRESS = 'Input should be an IPv4 or IPv6 address, or a range such as 10.0.0.0/8'
const MAPPED = 'Write the IPv4 address itself instead of one mapped into IPv6'
const SAME_TWICE = 'Each address may occur once'

/** An IPv4-mapped IPv6 address, which as a range would include all of IPv4. */
const isMapped = (address: string): boolean => /^[0:]*:ffff:/i.test(address)

/** An address, or a range in CIDR notation. */
export const keyAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(50)
  .refine((text) => !isMapped(text), MAPPED)
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: NOT_AN_ADDRESS }))

const areUnique = (values: readonly string[]) => new Set(values).size === values.length

const newKey = {
  name: line(80).min(1),
  /** Absent or null: never. */
  expires_at: instant.nullish(),
  scope: z.array(z.enum(keyScopes)).refine(areUnique, 'Each restriction may occur once').default([]),
  addresses: z.array(keyAddress).max(MAX_KEY_ADDRESSES).refine(areUnique, SAME_TWICE).default([]),
}
export const createKeyBody = z.object(newKey)

export const rotateKeyBody = z.object({
  overlap_minutes: z.literal(keyOverlaps).default(DEFAULT_KEY_OVERLAP),
  /** Expiry of the successor. Absent: that of the key; null: never. */
  expires_at: instant.nullish(),
})

const owners = operationsFor({ ...freeDefaults, audience: 'panel' }, ownerOnly)

export const keyOperations = {
  'keys.list': {
    ...owners.get,
    path: '/v1/keys',
    summary: 'API keys of the account, newest first',
    source: '5, decision 25',
    response: z.object({ items: z.array(apiKey), max_active: z.number().int(), api_access: z.boolean() }),
  },
  'keys.create': {
    ...owners.post,
    path: '/v1/keys',
    unmasked: true,
    summary: 'Create a key; the full key is in this answer only',
    source: '5.2, decisions 25 and 25a',
    status: 201,
    idempotent: false,
    body: createKeyBody,
    response: z.object({ key: apiKey, secret: z.string() }),
  },
  'keys.rotate': {
    ...owners.post,
    path: '/v1/keys/{id}/rotate',
    unmasked: true,
    summary: 'Replace a key by a new one with the same settings; both work for the time of the overlap',
    source: 'decision 25b',
    status: 201,
    idempotent: false,
    params: byGivenId,
    body: rotateKeyBody,
    response: z.object({ key: apiKey, secret: z.string(), replaced: apiKey }),
  },
  'keys.deactivate': {
    ...owners.post,
    path: '/v1/keys/{id}/deactivate',
    summary: 'Deactivate a key permanently',
    source: '5.3',
    params: byGivenId,
    response: apiKey,
  },
} as const satisfies Record<string, Operation>

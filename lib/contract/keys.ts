import * as z from 'zod'

import { type Operation, ownerOnly, freeRow } from './operation'
import { givenId, instant, line, uuid } from './values'

export const MAX_ACTIVE_KEYS = 10

/** Decision 25: only a hash of the key is stored; what identifies it to people is the prefix and the last four characters. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  deactivated_at: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const createKeyBody = z.object({ name: line(80).min(1) })

const keyRow = {
  ...freeRow,
  audience: 'panel',
  roles: ownerOnly,
} as const

export const keyOperations = {
  'keys.list': {
    ...keyRow,
    method: 'GET',
    path: '/v1/keys',
    summary: 'API keys of the account, newest first',
    source: '5, decision 25',
    response: z.object({ items: z.array(apiKey), max_active: z.number().int(), api_access: z.boolean() }),
  },
  'keys.create': {
    ...keyRow,
    method: 'POST',
    execution: 'writes',
    path: '/v1/keys',
    unmasked: true,
    summary: 'Create a key; the full key is in this answer only',
    source: '5.2, decision 25',
    status: 201,
    idempotent: false,
    body: createKeyBody,
    response: z.object({ key: apiKey, secret: z.string() }),
  },
  'keys.deactivate': {
    ...keyRow,
    method: 'POST',
    execution: 'writes',
    path: '/v1/keys/{id}/deactivate',
    summary: 'Deactivate a key for good',
    source: '5.3',
    params: z.object({ id: givenId }),
    response: apiKey,
  },
} as const satisfies Record<string, Operation>

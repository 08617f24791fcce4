import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'
import { count, instant, limit, uuid, wholeNumber } from '@/lib/contract/values'

/** Equal refusals of one minute. */
const refusedCall = z.object({
  id: count,
  /** The first and the last of them. */
  at: instant,
  last_at: instant,
  times: count,
  /** Null for calls of the panel, and for a row of various callers. */
  key_id: z.string().nullable(),
  /** Name of the key or e-mail of the member; null if it is unknown. */
  caller: z.string().nullable(),
  /** `automatic`: the panel on its own; `several`: various callers. */
  kind: z.enum(['key', 'person', 'automatic', 'several']),
  /** Null for a path that no operation has, and for various operations. */
  operation: z.string().nullable(),
  status: count,
  code: z.string(),
  /** What explains the refusal, e.g. the pool and its figures (decision 7, error bodies). */
  detail: z.record(z.string(), z.unknown()),
  /** The first ids. */
  request_ids: z.array(z.string()),
})
export type RefusedCall = z.infer<typeof refusedCall>

export const callOperations = {
  'calls.list': {
    ...forOwners.get,
    path: '/panel/calls',
    summary: 'Refused calls of the last 30 days, newest first; the next page is `before` the last id',
    query: z.object({
      status: wholeNumber(400, 599).optional(),
      key: uuid.optional(),
      request_id: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .optional(),
      before: wholeNumber(1).optional(),
      limit: limit(200, 50),
    }),
    response: z.object({
      items: z.array(refusedCall),
      next_before: count.nullable(),
      /** Since when refusals are known; null if they are not, because the service is a remote one. */
      since: instant.nullable(),
      /** All keys, also deactivated ones, as choices for a filter. */
      keys: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
} as const satisfies Record<string, PanelOperation>

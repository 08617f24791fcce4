import * as z from 'zod'

import type { Operation } from './operation'
import { everyone } from './operation'
import { day } from './values'

/** Decision 28: small and regular. */
export const subjectRecord = z.object({
  id: z.guid(),
  krs: z.string().nullable(),
  nip: z.string().nullable(),
  regon: z.string().nullable(),
  name: z.string(),
  legal_form: z.string().nullable(),
  address: z.string().nullable(),
  status: z.string(),
  registered_on: day.nullable(),
})
export type SubjectRecord = z.infer<typeof subjectRecord>

const selectors = ['krs', 'nip', 'regon', 'id'] as const
/** Exactly one selects the subject. */
export const subjectSelector = z
  .object({ krs: z.string(), nip: z.string(), regon: z.string(), id: z.string() })
  .partial()
  .refine((query) => selectors.filter((key) => query[key] !== undefined).length === 1, {
    message: 'Exactly one of krs, nip, regon and id is required',
    path: ['krs'],
  })

export const recordOperations = {
  'record.get': {
    audience: 'public',
    method: 'GET',
    path: '/v1/record',
    summary: 'One subject by KRS, NIP, REGON or id',
    source: '4.13',
    bucket: 'lookups',
    pool: 'lookups',
    cost: { by: 'call', units: 1 },
    register: 'rejestr',
    status: 200,
    produces: 'json',
    idempotent: true,
    roles: everyone,
    query: subjectSelector,
    response: subjectRecord,
  },
} as const satisfies Record<string, Operation>

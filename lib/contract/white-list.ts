import * as z from 'zod'

import { type Operation, everyone, paidDefaults } from './operation'
import { day, instant, printed } from './values'

const text = z.string().nullable()
/** The interface does not show the items of the three lists; these fields are the Ministry's, in snake case. */
const person = z.object({ company_name: text, first_name: text, last_name: text, pesel: text, nip: text })

/** Interface section 2.11 (white-list result). A field without a value is null. */
export const whiteListSubject = z.object({
  name: z.string(),
  nip: z.string(),
  status_vat: text,
  krs: text,
  regon: text,
  pesel: text,
  working_address: text,
  residence_address: text,
  account_numbers: z.array(z.string()),
  has_virtual_accounts: z.boolean().default(false),
  registration_legal_date: day.nullable(),
  registration_denial_date: day.nullable(),
  restoration_date: day.nullable(),
  removal_date: day.nullable(),
  registration_denial_basis: text,
  restoration_basis: text,
  removal_basis: text,
  representatives: z.array(person),
  authorized_clerks: z.array(person),
  partners: z.array(person),
})
export type WhiteListSubject = z.infer<typeof whiteListSubject>

/**
 * Interface section 2.11 (white-list result). Without a match: `identifiers` as sent, no `id`, `name` and `subject`.
 */
export const whiteListResult = z.object({
  identifiers: z.object({ krs: text, nip: text, regon: text, registry_type: text }),
  found: z.boolean(),
  id: z.guid().nullable(),
  name: text,
  subject: whiteListSubject.nullable(),
  request_id: z.string(),
  request_datetime: instant,
  metadata: z.object({ first_seen: instant, last_updated: instant, source_updated_at: instant }).nullable(),
})
export type WhiteListResult = z.infer<typeof whiteListResult>

/** Decision 41 (white-list key): at least one of the two; if they disagree, the result is not found. */
export const whiteListKey = z
  .object({ nip: printed, krs: printed })
  .partial()
  .refine((key) => key.nip !== undefined || key.krs !== undefined, {
    message: 'At least one of nip and krs is required',
    path: ['nip'],
  })
export type WhiteListKey = z.infer<typeof whiteListKey>

const whiteListRow = { ...paidDefaults, pool: 'wpv', roles: everyone } as const

export const whiteListOperations = {
  'wpv.records': {
    ...whiteListRow,
    method: 'POST',
    path: '/v1/wpv/records',
    summary: 'Up to 50 subjects of the VAT white list, in the order requested; each identifier is one query',
    source: '4.10, decision 41',
    takesKey: true,
    cost: { by: 'identifier', units: 1 },
    body: z.object({ identifiers: z.array(whiteListKey).min(1).max(50) }),
    response: z.object({ results: z.array(whiteListResult) }),
  },
  'wpv.record': {
    ...whiteListRow,
    path: '/v1/wpv/record',
    summary: 'One subject of the VAT white list',
    source: '4.13, decision 41',
    cost: { by: 'call', units: 1 },
    query: whiteListKey,
    response: whiteListResult,
  },
} as const satisfies Record<string, Operation>

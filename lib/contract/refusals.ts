import * as z from 'zod'

import { refusedPools } from '@/lib/domain/api-error'
import { keyScopes } from '@/lib/domain/key-scopes'

import { reportStatuses } from './report-rows'
import { count, instant } from './values'

/** Decision 26 (rate limits): they are counted per account and bucket. */
export const buckets = ['lookups', 'documents', 'account'] as const

export type Bucket = (typeof buckets)[number]

/** Decision 7 (error bodies) and interface section 7 (errors): the complete list of refusals, with their status. */
export const REFUSAL_STATUS = {
  unauthorized: 401,
  payment_required: 402,
  address_not_allowed: 403,
  outside_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  monitor_limit: 409,
  filter_limit: 409,
  key_limit: 409,
  report_limit: 409,
  filter_changed: 409,
  report_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  too_many_waits: 429,
  internal: 500,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof REFUSAL_STATUS

/** `extra`: fields of `detail` in addition to code and message. */
type DescribedRefusal = { readonly code: RefusalCode; readonly when: string; readonly extra?: z.ZodRawShape }

/** Decision 4 (monitor limit), and similar limits. */
const limitFields = { limit: count, current: count, requested: count }

/** Every refusal that a key can get, by the name of its body in the description. */
export const refusals = {
  Unauthorized: { code: 'unauthorized', when: 'The x-api-key header is missing or the key is not valid' },
  PaymentRequired: {
    code: 'payment_required',
    when: 'No active subscription, a plan without API access, a pool or the spend cap that leaves too little (`limit` and `used` in units, of `overage` in grosz; `requested` in units)',
    extra: {
      pool: z.enum(refusedPools),
      limit: count.nullable(),
      used: count.nullable(),
      requested: count.nullable(),
      resets_at: instant.nullable(),
    },
  },
  AddressNotAllowed: { code: 'address_not_allowed', when: 'The key may not be used from this address' },
  OutsideScope: {
    code: 'outside_scope',
    when: 'The key may only read, or may neither query persons by number nor download files that contain such numbers, or may not change the cap; `scope` tells which',
    extra: { scope: z.enum(keyScopes) },
  },
  NotFound: { code: 'not_found', when: 'Not there, or not yours' },
  MethodNotAllowed: {
    code: 'method_not_allowed',
    when: 'The path has no such method; `Allow` names those that it has',
  },
  AlreadyWatched: { code: 'conflict', when: 'The account watches this already' },
  MonitorLimit: {
    code: 'monitor_limit',
    when: 'The plan does not allow as many monitors; nothing was added',
    extra: limitFields,
  },
  FilterLimit: { code: 'filter_limit', when: 'The plan does not allow another filter', extra: limitFields },
  FilterChanged: {
    code: 'filter_changed',
    when: 'Another edit was made after `updated_at`',
    extra: { updated_at: instant },
  },
  ReportLimit: {
    code: 'report_limit',
    when: 'The plan does not allow another custom report this month',
    extra: limitFields,
  },
  ReportNotReady: {
    code: 'conflict',
    when: 'The report is not ready yet, or could not be created',
    extra: { status: z.enum(reportStatuses).exclude(['ready', 'expired']) },
  },
  ReportExpired: {
    code: 'report_expired',
    when: 'The report has expired',
    extra: { expires_at: instant.nullable() },
  },
  PayloadTooLarge: { code: 'payload_too_large', when: 'The body is too large', extra: { limit: count } },
  UnsupportedMediaType: { code: 'unsupported_media_type', when: 'The body is not application/json' },
  RangeNotSatisfiable: {
    code: 'range_not_satisfiable',
    when: 'Nothing of the file is in the range',
    extra: { size_bytes: count },
  },
  RateLimited: {
    code: 'rate_limited',
    when: 'Rate limit exceeded; wait for Retry-After seconds',
    extra: { bucket: z.enum(buckets) },
  },
  TooManyWaits: {
    code: 'too_many_waits',
    when: 'The account already has the maximum number of calls that wait for events; repeat the call after Retry-After seconds, or without waiting',
    extra: { limit: count },
  },
  Internal: { code: 'internal', when: 'The service failed' },
  Unavailable: { code: 'unavailable', when: 'The service cannot answer now; try again' },
} as const satisfies Record<string, DescribedRefusal>
export type RefusalName = keyof typeof refusals

export const describedRefusal = (name: RefusalName): DescribedRefusal => refusals[name]

import type { Operation } from '@/lib/contract/operation'

import type { JsonSchema } from './openapi-schema'

const text = { type: 'string' }
const number = { type: 'integer' }
const nullable = (type: string) => ({ type: [type, 'null'] })
const refusal = (extra: Record<string, unknown> = {}, required: string[] = []) => ({
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'object',
      required: ['code', 'message', ...required],
      properties: { code: text, message: text, ...extra },
    },
  },
})

const pools = ['lookups', 'rdf', 'pdf', 'wpv', 'overage', 'plan', 'subscription']

/** Interface 2.13, and decision 7 for the rest. */
export const errorSchemas = {
  Refusal: refusal(),
  PaymentRequired: refusal(
    {
      pool: { type: 'string', enum: pools },
      limit: nullable('integer'),
      used: nullable('integer'),
      resets_at: { ...nullable('string'), format: 'date-time' },
    },
    ['pool', 'limit', 'used', 'resets_at'],
  ),
  RateLimited: refusal({ bucket: { type: 'string', enum: ['lookups', 'documents', 'account'] } }, ['bucket']),
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { anyOf: [text, number] } },
            msg: text,
            type: text,
            input: {},
            ctx: { type: 'object' },
          },
        },
      },
    },
  },
} as const

const answer = (description: string, schema: keyof typeof errorSchemas): JsonSchema => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

/** Every refusal that an operation may answer with. */
export function errorResponses({ params, query, body, pool }: Operation): Record<string, JsonSchema> {
  const own = params !== undefined || pool !== null
  return {
    '401': answer('The x-api-key header is missing or the key is not valid', 'Refusal'),
    '402': answer(
      'No active subscription, a plan without API access, a pool used up or the spend cap reached',
      'PaymentRequired',
    ),
    ...(own ? { '404': answer('Not there, or not yours', 'Refusal') } : {}),
    ...(params || query || body ? { '422': answer('Validation error', 'ValidationError') } : {}),
    '429': {
      ...answer('Rate limit exceeded; wait for Retry-After seconds', 'RateLimited'),
      headers: { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } },
    },
  }
}

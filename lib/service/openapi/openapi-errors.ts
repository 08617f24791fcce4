import * as z from 'zod'

import { type JsonSchema, toJsonSchema } from '@/lib/contract/json-schema'
import { scopesThatMayRefuse } from '@/lib/contract/key-scope'
import { DEFAULT_MAX_BODY_BYTES, type Operation } from '@/lib/contract/operation'
import { describedRefusal, REFUSAL_STATUS, type RefusalName, refusals } from '@/lib/contract/refusals'

const text = { type: 'string' }

/** Interface section 2.13 (body of a 422). */
const ValidationError = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { anyOf: [text, { type: 'integer' }] } },
          msg: text,
          type: text,
          input: {},
          ctx: { type: 'object' },
        },
      },
    },
  },
}

const names = Object.keys(refusals).filter((name): name is RefusalName => name in refusals)

function schemaOf(name: RefusalName): JsonSchema {
  const { code, extra = {} } = describedRefusal(name)
  return toJsonSchema(
    z.object({ detail: z.object({ code: z.literal(code), message: z.string(), ...extra }) }),
    'output',
  )
}

/** Interface section 2.13 for 422, decision 7 (error bodies) for the others. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
  ValidationError,
}

function refusalsOf(operation: Operation): RefusalName[] {
  const { params, body, ranged, refusals: operationRefusals = [] } = operation
  return [
    'Unauthorized',
    'PaymentRequired',
    'AddressNotAllowed',
    ...(scopesThatMayRefuse(operation).length > 0 ? (['OutsideScope'] as const) : []),
    ...(params ? (['NotFound'] as const) : []),
    'MethodNotAllowed',
    ...operationRefusals,
    ...(body ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(ranged ? (['RangeNotSatisfiable'] as const) : []),
    'RateLimited',
    'Internal',
    'Unavailable',
  ]
}

export function errorResponses(operation: Operation): Record<string, JsonSchema> {
  const { params, query, body, pool } = operation
  const byStatus = new Map<number, RefusalName[]>()
  for (const name of refusalsOf(operation)) {
    const status = REFUSAL_STATUS[describedRefusal(name).code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  const errors = [...byStatus].map(([status, group]) => [status, answer(operation, status, group)] as const)
  const invalid = { description: 'Validation error', content: contentOf(['ValidationError']) }
  return { ...Object.fromEntries(errors), ...(params || query || body || pool ? { '422': invalid } : {}) }
}

const answer = (operation: Operation, status: number, refusalNames: readonly RefusalName[]): JsonSchema => ({
  description: refusalNames.map((name) => describeRefusal(name, operation)).join('. '),
  ...(status in HEADERS ? { headers: HEADERS[status] } : {}),
  content: contentOf(refusalNames),
})

function describeRefusal(name: RefusalName, { maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: Operation): string {
  const { code, when } = describedRefusal(name)
  return `${name === 'PayloadTooLarge' ? `The body is larger than ${maxBodyBytes} bytes` : when} (\`${code}\`)`
}

const retryAfter = { schema: { type: 'integer', minimum: 1 } }
const HEADERS: Readonly<Record<number, JsonSchema>> = {
  405: { Allow: { required: true, schema: text } },
  416: { 'Content-Range': { required: true, schema: text } },
  429: { 'Retry-After': { required: true, ...retryAfter } },
  503: { 'Retry-After': retryAfter },
}

function contentOf(refusalNames: readonly string[]): JsonSchema {
  const refs = refusalNames.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return { 'application/json': { schema: refs.length === 1 ? refs[0] : { oneOf: refs } } }
}

import * as z from 'zod'

import { streamCursor, streamEnd } from '@/lib/contract/announcements'
import { type JsonSchema, toJsonSchema } from '@/lib/contract/json-schema'
import { type Cost, isStream, type Operation } from '@/lib/contract/operation'
import { type OperationName, operationNames, operationOf } from '@/lib/contract/table'

import { errorResponses, errorSchemas } from './openapi-errors'
import { recordedExample, type RecordedExample } from './openapi-examples'
import { eventStreamContent, NDJSON, operationNotes, OVERVIEW, streamContent } from './openapi-notes'
import { describeParameter } from './openapi-parameters'

const shape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

type Values = Readonly<Record<string, unknown>> | undefined

type Parameters = {
  readonly location: 'path' | 'query'
  readonly example: Values
  readonly describeParameter: (name: string) => string | undefined
}

function toParameters(
  schema: z.ZodType | undefined,
  { location, example, describeParameter }: Parameters,
): JsonSchema[] {
  if (!schema) return []
  const { properties, required } = shape.parse(toJsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: location,
    description: describeParameter(name),
    required: location === 'path' || required.includes(name),
    schema: json,
    ...(example?.[name] === undefined ? {} : { example: example[name] }),
  }))
}

/** Interface section 4.1 prescribes this id; the others use the name of the operation. */
const OPERATION_IDS: Partial<Record<OperationName, string>> = { 'usage.setSpendCap': 'usage-api-spend-cap' }

/** Resources that readers look for under a common heading; the others have a heading of the same name. */
const TAGS: Readonly<Record<string, string>> = {
  updates: 'events',
  monitorEvents: 'events',
  record: 'companies',
  records: 'companies',
  graph: 'companies',
  risk: 'companies',
  search: 'companies',
  stream: 'announcements',
  msig: 'announcements',
}

let paths: JsonSchema | undefined

/**
 * Decision 29 (machine-readable description): OpenAPI 3.1 of everything that a key may call, from the contract that
 * also validates.
 */
export function openApiDocument(origin: string): JsonSchema {
  paths ??= makePaths()
  return {
    openapi: '3.1.0',
    info: { title: 'Business Registers Data API', version: '0.1.0', description: OVERVIEW },
    servers: [{ url: origin }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: {
        ...errorSchemas,
        StreamCursor: toJsonSchema(streamCursor, 'output'),
        StreamEnd: toJsonSchema(streamEnd, 'output'),
      },
    },
  }
}

function makePaths(): JsonSchema {
  const pathItems: Record<string, Record<string, JsonSchema>> = {}
  for (const name of operationNames) {
    const operation = operationOf(name)
    if (operation.audience !== 'public') continue
    const { path, method } = operation
    pathItems[path] = { ...pathItems[path], [method.toLowerCase()]: describe(name, operation) }
  }
  return pathItems
}

function describe(name: OperationName, operation: Operation): JsonSchema {
  const { summary, params, query, body, status } = operation
  const example = recordedExample(name)
  const describeOwnParameter = (parameter: string) => describeParameter(name, parameter)
  const parameters = [
    ...toParameters(params, {
      location: 'path',
      example: example?.input.params,
      describeParameter: describeOwnParameter,
    }),
    ...toParameters(query, {
      location: 'query',
      example: example?.input.query,
      describeParameter: describeOwnParameter,
    }),
    ...headerParameters(operation),
  ]
  return {
    operationId: OPERATION_IDS[name] ?? name.replaceAll('.', '-'),
    tags: [tagOf(name)],
    summary,
    description: [costOf(operation), ...operationNotes(name, operation)].join(' '),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: jsonOf(toJsonSchema(body, 'input'), example?.input.body) } }
      : {}),
    responses: {
      [String(status)]: success(operation, example),
      ...(operation.ranged ? rangeResponses(operation) : {}),
      ...errorResponses(operation),
    },
  }
}

const headerParameters = ({ ranged, eventStream, takesKey }: Operation) => [
  ...(ranged ? rangeParameters : []),
  ...(eventStream ? [lastEventId] : []),
  ...(takesKey ? [idempotencyKey] : []),
]

function tagOf(name: OperationName): string {
  const [resource = name] = name.split('.')
  return TAGS[resource] ?? resource
}

const jsonOf = (schema: JsonSchema, example: unknown): JsonSchema => ({
  'application/json': example === undefined ? { schema } : { schema, example },
})

function success(operation: Operation, example: RecordedExample | undefined): JsonSchema {
  const { produces, response, media = [], json } = operation
  if (produces === 'none') return { description: 'Done' }
  const headers = headersOf(operation)
  const headersPart = Object.keys(headers).length > 0 ? { headers } : {}
  if (produces === 'json') {
    const content = { ...jsonOf(toJsonSchema(response, 'output'), example?.answer), ...eventStreamContent(operation) }
    return { description: 'Answer', ...headersPart, content }
  }
  const content = Object.fromEntries(media.map((type) => [type, { schema: schemaOfFile(type, json) }]))
  return {
    description: 'File',
    ...headersPart,
    content: isStream(operation) ? { ...content, ...streamContent } : content,
  }
}

const headersOf = (operation: Operation) => ({
  ...(operation.ranged && fileHeaders),
  ...(operation.pool && unitHeaders),
  ...(operation.freeAgainHours && paidHeader),
  ...(operation.takesKey && replayHeader),
  ...(isStream(operation) && endHeader),
})

function schemaOfFile(type: string, json: Operation['json']): JsonSchema {
  if (type === 'application/json' && json) return toJsonSchema(json, 'output')
  return type.startsWith('text/') || type === NDJSON ? text : binary
}

const binary = { type: 'string', format: 'binary' }
const text = { type: 'string' }
const rangeParameters = ['Range', 'If-Range', 'If-None-Match'].map((name) => ({
  name,
  in: 'header',
  description: `As in HTTP, for a part of the file or a changed file`,
  required: false,
  schema: text,
}))
const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'For an event stream: the id of the last event that was read; it takes precedence over `since`',
  required: false,
  schema: text,
}
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies the call: repeated with the same body or parameters within 24 hours it returns the first answer without a charge',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
}
const replayHeader = {
  'x-idempotent-replay': {
    description: 'For a call with `Idempotency-Key`: whether this is the answer of an earlier call',
    required: false,
    schema: { type: 'boolean' },
  },
}
const wholeNumber = { type: 'integer', minimum: 0 }
const unitHeaders = {
  'x-units-charged': {
    description:
      'Units charged for the call; for a stream only those charged at its start, because its end reports the total',
    required: true,
    schema: wholeNumber,
  },
  'x-units-left': {
    description: 'Units that the pool and the spend cap leave after the call; absent where nothing limits them',
    required: false,
    schema: wholeNumber,
  },
}
const paidHeader = {
  'x-paid-until': {
    description: 'Until when the same file can be downloaded again without a charge',
    required: false,
    schema: text,
  },
}
const endHeader = {
  'x-stream-cursor': {
    description: 'The cursor from which this stream can be requested again',
    required: true,
    schema: text,
  },
  Trailer: { description: '`x-stream-end`, unless the end is requested as a line', required: false, schema: text },
}
const fileHeaders = {
  ETag: { required: true, schema: text },
  'Accept-Ranges': { required: true, schema: text },
  'Content-Disposition': { required: true, schema: text },
}

/** Additional responses, besides 200 and 416, of a file that supports ranges. */
function rangeResponses({ media = [] }: Operation): Record<string, JsonSchema> {
  return {
    '206': {
      description: 'The part that Range requests',
      headers: { ...fileHeaders, 'Content-Range': { required: true, schema: text } },
      content: Object.fromEntries(media.map((type) => [type, { schema: binary }])),
    },
    '304': { description: 'If-None-Match matches the current file', headers: { ETag: fileHeaders.ETag } },
  }
}

function costOf({ pool, cost, bucket, freeAgainHours }: Operation): string {
  const rate = `Rate limits of the bucket \`${bucket}\` apply.`
  const repeatText = freeAgainHours
    ? `, and nothing for ${freeAgainHours} hours after it was paid for, parts included`
    : ''
  return pool && cost
    ? `Charges the pool \`${pool}\`: ${unitsOf(cost)}${repeatText}. ${rate}`
    : `Consumes no pool. ${rate}`
}

function unitsOf(cost: Cost): string {
  switch (cost.by) {
    case 'call':
      return `${cost.units} per call`
    case 'identifier':
      return `${cost.units} per identifier`
    case 'item':
      return `${cost.units} per ${cost.per ?? 1} returned`
  }
}

import * as z from 'zod'

import { typeText } from './type-text'

export type ReferenceOperation = {
  /** Also used as the anchor in the page. */
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** Path and query fields first, then those of the body. */
  readonly fields: readonly ReferenceField[]
  readonly answers: readonly { readonly status: string; readonly description: string }[]
  readonly exampleBody: unknown
  readonly exampleAnswer: unknown
  /** The path with the example's values. */
  readonly exampleUrl: string
}
export type ReferenceField = {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly type: string
  readonly isRequired: boolean
}
export type Reference = {
  readonly version: string
  readonly server: string
  readonly operations: readonly ReferenceOperation[]
}

const text = z.string().catch('')
const schemaOf = z.looseObject({
  properties: z.record(z.string(), z.unknown()).catch({}),
  required: z.array(z.string()).catch([]),
})
const media = z.looseObject({ schema: z.unknown().optional(), example: z.unknown().optional() })
const content = z.record(z.string(), media).catch({})
const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().catch(false),
  schema: z.unknown().optional(),
  example: z.unknown().optional(),
})
type Parameter = z.infer<typeof parameter>
const operation = z.looseObject({
  operationId: text,
  tags: z.array(z.string()).catch([]),
  summary: text,
  description: text,
  parameters: z.array(parameter).catch([]),
  requestBody: z.looseObject({ content }).optional().catch(undefined),
  responses: z.record(z.string(), z.looseObject({ description: text, content })).catch({}),
})
type Operation = z.infer<typeof operation>
const document = z.looseObject({
  info: z.looseObject({ version: text }).catch({ version: '' }),
  servers: z.array(z.looseObject({ url: z.string() })).catch([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Reads an OpenAPI document leniently; undefined if it is not one, or has no operations. */
export function readReference(value: unknown): Reference | undefined {
  const parsed = document.safeParse(value)
  if (!parsed.success) return undefined
  const operations = Object.entries(parsed.data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, each]) => {
      const parsedOperation = METHODS.includes(method) ? operation.safeParse(each) : undefined
      return parsedOperation?.success === true ? [toOperation(method.toUpperCase(), path, parsedOperation.data)] : []
    }),
  )
  if (operations.length === 0) return undefined
  return { version: parsed.data.info.version, server: parsed.data.servers[0]?.url ?? '', operations }
}

function toOperation(method: string, path: string, from: Operation): ReferenceOperation {
  const body = from.requestBody?.content['application/json']
  const success = Object.entries(from.responses).find(([status]) => status.startsWith('2'))
  return {
    id: from.operationId || `${method} ${path}`,
    tag: from.tags[0] ?? '',
    method,
    path,
    summary: from.summary,
    description: from.description,
    fields: [...from.parameters.flatMap(toField), ...fieldsOfBody(body?.schema)],
    answers: Object.entries(from.responses).map(([status, { description }]) => ({ status, description })),
    exampleBody: body?.example,
    exampleAnswer: success?.[1].content['application/json']?.example,
    exampleUrl: exampleUrlOf(path, from.parameters),
  }
}

function toField({ name, in: place, required, schema }: Parameter): ReferenceField[] {
  if (place !== 'path' && place !== 'query') return []
  return [{ name, place, type: typeText(schema), isRequired: required }]
}

function fieldsOfBody(schema: unknown): ReferenceField[] {
  const { properties, required } = schemaOf.catch({ properties: {}, required: [] }).parse(schema)
  return Object.entries(properties).map(([name, each]) => ({
    name,
    place: 'body',
    type: typeText(each),
    isRequired: required.includes(name),
  }))
}

function exampleUrlOf(path: string, parameters: readonly Parameter[]): string {
  const values = (place: string) => parameters.filter((each) => each.in === place && each.example !== undefined)
  const filled = values('path').reduce(
    (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
  const query = new URLSearchParams(values('query').map(({ name, example }) => [name, String(example)]))
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}

export function groupByTag(
  operations: readonly ReferenceOperation[],
): readonly (readonly [string, ReferenceOperation[]])[] {
  const groups = new Map<string, ReferenceOperation[]>()
  for (const each of operations) groups.set(each.tag, [...(groups.get(each.tag) ?? []), each])
  return [...groups]
}

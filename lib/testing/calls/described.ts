import * as z from 'zod'

import { openApiDocument } from '@/lib/service/openapi/openapi'

import type { TestAnswer } from '../requests'

const json = z.record(z.string(), z.unknown())
const response = z.object({ content: z.record(z.string(), z.object({ schema: json })).default({}) })
type Response = z.infer<typeof response>
const spec = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), response) }))),
    components: z.object({ schemas: json }),
  })
  .parse(openApiDocument('http://described.invalid'))

/** Paths with fixed segments before paths with placeholders, like the router of the service. */
const paths = Object.entries(spec.paths)
  .toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  .map(([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'), methods }))

/** An undocumented field is as wrong as a missing one. */
function withoutOtherFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOtherFields)
  if (typeof schema !== 'object' || schema === null) return schema
  const all = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, withoutOtherFields(each)]))
  return 'properties' in schema ? { ...all, additionalProperties: false } : all
}

const $defs = withoutOtherFields(spec.components.schemas)
const schemaCache = new Map<string, z.ZodType>()

function schemaOf({ content }: Response): z.ZodType {
  const schema = { ...content['application/json']?.schema, $defs }
  const key = JSON.stringify(content)
  const zodSchema = schemaCache.get(key) ?? z.fromJSONSchema(withLocalReferences(schema))
  schemaCache.set(key, zodSchema)
  return zodSchema
}

/** Zod resolves references within the schema itself. */
const withLocalReferences = (schema: unknown) =>
  json.parse(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')))

/**
 * Throws if /openapi.json does not contain the answer's status, its type, or (for a refusal) its body. Calls of unknown
 * operations are ignored.
 */
export function requireDescribed(method: string, path: string, answer: TestAnswer<unknown>): void {
  const [plain = path] = path.split('?')
  const operation = paths.find(({ pattern }) => pattern.test(plain))?.methods[method.toLowerCase()]
  const problem = operation && problemOf(operation.responses[String(answer.status)], answer)
  if (problem === undefined) return
  const reported = `${method} ${plain} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
  throw new Error(`${reported}, and /openapi.json does not describe ${problem}`)
}

function problemOf(
  documented: Response | undefined,
  { status, headers, body }: TestAnswer<unknown>,
): string | undefined {
  if (!documented) return 'this status'
  const type = headers.get('content-type')?.split(';')[0]
  if (type !== undefined && !(type in documented.content)) return `the type ${type}`
  const error = status < 400 ? undefined : schemaOf(documented).safeParse(body).error
  return error && `this body: ${error.message}`
}

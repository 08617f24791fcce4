import * as z from 'zod'

import { toJsonSchema } from '../json-schema'
import { operationOf, type OperationName } from '../table'
import type { RequestPlace } from './request-places'

/**
 * What a field of a form takes. `lines`: texts, one a line; `group`: fields of its own; `groups`: several times the same fields;
 * `id`: a UUID.
 */
export type FormFieldKind =
  | 'text'
  | 'id'
  | 'whole'
  | 'flag'
  | 'choice'
  | 'day'
  | 'month'
  | 'instant'
  | 'lines'
  | 'group'
  | 'groups'

/** One field of a request, as a form shows it: plain data, so that no page has to carry the schemas. */
export type FormField = {
  readonly name: string
  readonly kind: FormFieldKind
  readonly isRequired: boolean
  /** Required, and null says something of its own. */
  readonly isNullable: boolean
  /** What the service takes where nothing is given. */
  readonly fallback?: string
  /** Of a number its bounds, of a text its length, of a list the number of its items. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** Of `group` and `groups`. */
  readonly fields?: readonly FormField[]
}

export type RequestForm = { readonly [P in RequestPlace]: readonly FormField[] } & {
  /** There may be nothing to fill in, and yet a body is sent. */
  readonly hasBody: boolean
}

const bound = z.number().optional()
const shape = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  minimum: bound,
  maximum: bound,
  minLength: bound,
  maxLength: bound,
  minItems: bound,
  maxItems: bound,
})
type Shape = z.infer<typeof shape>

/** What a caller fills in for an operation, from the schemas that check it. */
export function requestFormOf(name: OperationName): RequestForm {
  const { params, query, body } = operationOf(name)
  return {
    params: fieldsOf(params),
    query: fieldsOf(query),
    body: fieldsOf(body),
    hasBody: body !== undefined,
  }
}

function fieldsOf(schema: z.ZodType | undefined): readonly FormField[] {
  if (schema === undefined) return []
  return toFields(shape.parse(toJsonSchema(schema, 'input')), schema)
}

function toFields({ properties = {}, required }: Shape, schema?: z.ZodType): readonly FormField[] {
  return Object.entries(properties).map(([name, json]) => {
    const isRequired = required.includes(name)
    const read = withoutNull(shape.parse(json))
    const fallback = fallbackOf(schema, name)
    return {
      name,
      isRequired,
      isNullable: isRequired && read.isNullable,
      ...(fallback !== undefined && { fallback }),
      ...toField(read.shape),
    }
  })
}

function withoutNull(given: Shape): { shape: Shape; isNullable: boolean } {
  if (given.anyOf === undefined) return { shape: given, isNullable: false }
  const choices = given.anyOf.map((each) => shape.parse(each))
  const [only] = choices.filter(({ type }) => type !== 'null')
  return { shape: only ?? given, isNullable: choices.some(({ type }) => type === 'null') }
}

/** The JSON schema of an input does not name it where the default stands behind a reading of text. */
function fallbackOf(schema: z.ZodType | undefined, name: string): string | undefined {
  const fields: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {}
  const field = fields[name]
  const read = field instanceof z.ZodType ? field.safeParse(undefined) : undefined
  const value: unknown = read?.success === true ? read.data : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

type Described = Pick<FormField, 'kind' | 'min' | 'max' | 'choices' | 'fields'>

function toField(given: Shape): Described {
  if (given.enum !== undefined) return { kind: 'choice', choices: given.enum.map(String) }
  switch (given.type) {
    case 'array':
      return toListField(given)
    case 'object':
      return { kind: 'group', fields: toFields(given) }
    case 'integer':
    case 'number':
      return { kind: 'whole', ...bounds(given.minimum, given.maximum) }
    case 'boolean':
      return { kind: 'flag', choices: ['true', 'false'] }
    default:
      return { kind: textKindOf(given), ...bounds(given.minLength, given.maxLength) }
  }
}

function toListField(given: Shape): Described {
  const item = shape.parse(given.items ?? {})
  const size = bounds(given.minItems, given.maxItems)
  return item.type === 'object' ? { kind: 'groups', fields: toFields(item), ...size } : { kind: 'lines', ...size }
}

const FORMATS: Readonly<Record<string, FormFieldKind>> = {
  uuid: 'id',
  guid: 'id',
  date: 'day',
  'date-time': 'instant',
}

function textKindOf({ format = '', pattern = '' }: Shape): FormFieldKind {
  if (pattern.startsWith(String.raw`^20\d{2}-(0`)) return 'month'
  return FORMATS[format] ?? 'text'
}

const bounds = (min: number | undefined, max: number | undefined) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})

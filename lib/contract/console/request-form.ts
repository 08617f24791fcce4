import * as z from 'zod'

import { toJsonSchema } from '../json-schema'
import { operationOf, type OperationName } from '../table'
import type { RequestPlace } from './request-places'

/**
 * Input type of a form field. `lines`: texts, one a line; `group`: nested fields; `groups`: a repeated group; `id`: a
 * UUID.
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

/** One field of a request for a form: plain data, so that pages do not need the schemas. */
export type FormField = {
  readonly name: string
  readonly kind: FormFieldKind
  readonly isRequired: boolean
  /** Required, and null has a separate meaning. */
  readonly isNullable: boolean
  /** The service's default. */
  readonly fallback?: string
  /** Bounds of a number, of a text's length, or of the number of a list's items. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** For `group` and `groups`. */
  readonly fields?: readonly FormField[]
}

export type RequestForm = { readonly [P in RequestPlace]: readonly FormField[] } & {
  /** A body may be sent even without fields to fill in. */
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

/** The inputs of an operation for a form, derived from the schemas that check them. */
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

function withoutNull(schema: Shape): { shape: Shape; isNullable: boolean } {
  if (schema.anyOf === undefined) return { shape: schema, isNullable: false }
  const choices = schema.anyOf.map((each) => shape.parse(each))
  const [nonNull] = choices.filter(({ type }) => type !== 'null')
  return { shape: nonNull ?? schema, isNullable: choices.some(({ type }) => type === 'null') }
}

/** The JSON schema of an input lacks the default if the schema converts text. */
function fallbackOf(schema: z.ZodType | undefined, name: string): string | undefined {
  const fields: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {}
  const field = fields[name]
  const read = field instanceof z.ZodType ? field.safeParse(undefined) : undefined
  const value: unknown = read?.success === true ? read.data : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

type DescribedSchema = Pick<FormField, 'kind' | 'min' | 'max' | 'choices' | 'fields'>

function toField(schema: Shape): DescribedSchema {
  if (schema.enum !== undefined) return { kind: 'choice', choices: schema.enum.map(String) }
  switch (schema.type) {
    case 'array':
      return toListField(schema)
    case 'object':
      return { kind: 'group', fields: toFields(schema) }
    case 'integer':
    case 'number':
      return { kind: 'whole', ...bounds(schema.minimum, schema.maximum) }
    case 'boolean':
      return { kind: 'flag', choices: ['true', 'false'] }
    default:
      return { kind: textKindOf(schema), ...bounds(schema.minLength, schema.maxLength) }
  }
}

function toListField(schema: Shape): DescribedSchema {
  const item = shape.parse(schema.items ?? {})
  const size = bounds(schema.minItems, schema.maxItems)
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

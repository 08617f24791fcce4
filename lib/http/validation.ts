import type * as z from 'zod'

import { echo, type ValidationDetail, ValidationError } from './errors'

type Issue = z.core.$ZodIssue
type ErrorDescription = Pick<ValidationDetail, 'msg' | 'type'> & { ctx?: Record<string, unknown> }

/** Parses one part of a request, or throws 422 with the body of interface section 2.13. */
export function parsePart(schema: z.ZodType, part: 'path' | 'query' | 'body', value: unknown): unknown {
  const first = schema.safeParse(value, { reportInput: true })
  if (first.success) return first.data
  const nulls = first.error.issues.filter(isNullField)
  const result = nulls.length === 0 ? first : schema.safeParse(withoutFields(value, nulls), { reportInput: true })
  if (result.success) return result.data
  throw new ValidationError(eachOnce(result.error.issues.flatMap((issue) => toDetails(issue, part))))
}

/** A number beyond the safe range violates two rules of one schema, which produce the same message. */
function eachOnce(details: readonly ValidationDetail[]): ValidationDetail[] {
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()]
}

/** Null in a field that is not nullable means the same as an absent field. */
const isNullField = ({ input, path }: Issue): boolean => input === null && typeof path.at(-1) === 'string'

function withoutFields(value: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const { path } of issues) {
    const owner = path
      .slice(0, -1)
      .reduce<unknown>((node, step) => (isObject(node) ? Reflect.get(node, step) : node), copy)
    if (isObject(owner)) Reflect.deleteProperty(owner, path.at(-1) ?? '')
  }
  return copy
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Of many unknown fields in a body, only the first are reported. */
const MAX_UNKNOWN = 20

function toDetails(issue: Issue, part: string): ValidationDetail[] {
  const loc = [part, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))]
  const described = describe(issue, part)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_UNKNOWN).map((key) => ({ loc: [...loc, ...nameOf(key)], ...described }))
  }
  const input = echo(issue.input)
  return [{ loc, ...described, ...(input === undefined ? {} : { input }) }]
}

/** The name is left out if it is too long to be repeated. */
function nameOf(key: string): string[] {
  const name = echo(key)
  return typeof name === 'string' ? [name] : []
}

const MISSING = { msg: 'Field required', type: 'missing' }

function describe(issue: Issue, part: string): ErrorDescription {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue, part)
    case 'too_small':
      return describeBound(issue, 'small')
    case 'too_big':
      return describeBound(issue, 'big')
    case 'invalid_value':
      if (issue.input === undefined) return MISSING
      return {
        msg: `Input should be ${issue.values.map((value) => `'${String(value)}'`).join(', ')}`,
        type: 'enum',
        ctx: { expected: issue.values.map(String).join(', ') },
      }
    case 'invalid_format':
      return describeFormat(issue)
    case 'unrecognized_keys':
      return { msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
    default:
      return { msg: issue.message, type: 'value_error' }
  }
}

function describeFormat(issue: Extract<Issue, { code: 'invalid_format' }>): ErrorDescription {
  const [type, msg] = FORMATS[issue.format] ?? ['string_pattern_mismatch', issue.message]
  // JavaScript notation: between slashes, followed by flags.
  const pattern = issue.format === 'regex' ? issue.pattern?.replace(/^\/([^]*)\/[a-z]*$/, '$1') : undefined
  return { msg, type, ...(pattern === undefined ? {} : { ctx: { pattern } }) }
}

const FORMATS: Record<string, readonly [string, string]> = {
  guid: ['uuid_parsing', 'Input should be a valid UUID'],
  uuid: ['uuid_parsing', 'Input should be a valid UUID'],
  date: ['date_parsing', 'Input should be a valid date in the format YYYY-MM-DD'],
  datetime: ['datetime_parsing', 'Input should be a valid datetime in ISO 8601'],
}

const TYPES: Record<string, readonly [string, string]> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['int_type', 'Input should be a valid integer'],
  int: ['int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
}

function describeType(issue: Extract<Issue, { code: 'invalid_type' }>, part: string): ErrorDescription {
  if (issue.input === undefined) return MISSING
  if (part === 'query' && Array.isArray(issue.input)) {
    return { msg: 'Input should occur once', type: 'value_error' }
  }
  // Query values are text, so a wrong type means that the number could not be parsed.
  if (part === 'query' && issue.expected === 'number') {
    return { msg: 'Input should be a valid integer, unable to parse string as an integer', type: 'int_parsing' }
  }
  const [type, msg] = TYPES[issue.expected] ?? ['type_error', issue.message]
  return { msg, type }
}

function describeBound(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  side: 'small' | 'big',
): ErrorDescription {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  if (issue.origin === 'array') return describeLength('array', side, limit)
  if (issue.origin === 'string') return describeLength('string', side, limit)
  return side === 'small'
    ? { msg: `Input should be greater than or equal to ${limit}`, type: 'greater_than_equal', ctx: { ge: limit } }
    : { msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal', ctx: { le: limit } }
}

const LENGTHS = {
  small: { word: 'at least', type: 'too_short', bound: 'min_length' },
  big: { word: 'at most', type: 'too_long', bound: 'max_length' },
} as const

function describeLength(origin: 'array' | 'string', side: 'small' | 'big', limit: number): ErrorDescription {
  const { word, type, bound } = LENGTHS[side]
  const ctx = { [bound]: limit }
  return origin === 'array'
    ? { msg: `List should have ${word} ${limit} ${limit === 1 ? 'item' : 'items'}`, type, ctx }
    : {
        msg: `String should have ${word} ${limit} ${limit === 1 ? 'character' : 'characters'}`,
        type: `string_${type}`,
        ctx,
      }
}

import * as fc from 'fast-check'
import * as z from 'zod'

import type { Operation } from '@/lib/contract/operation'

import type { RawInput } from './call-of'

const shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
type Shape = z.infer<typeof shape>
/** Existing values in the store, by the name of a field that may contain them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\uD800',
  'x'.repeat(5000),
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '%00',
  '../..',
  'żółw 🐢',
  '\u202Eabc',
  '0',
  '-1',
  '1e400',
  '99999999999999999999',
  'null',
  '[]',
  'true',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
)
const junk: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [null], { a: { b: [1] } }),
)
const date = fc
  .date({ min: new Date('2026-09-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString())

const text = (input: Shape, known: readonly string[]): fc.Arbitrary<unknown> => {
  if (input.format === 'date') return date.map((instant) => instant.slice(0, 10))
  if (input.format === 'date-time') return date
  if (input.format === 'uuid' || input.format === 'guid') return fc.oneof(fc.uuid(), choice(known))
  return fc.oneof(choice(known), fc.string({ maxLength: 20, unit: 'grapheme' }), nasty)
}
const choice = (known: readonly string[]): fc.Arbitrary<string> =>
  known.length === 0 ? fc.uuid() : fc.constantFrom(...known)

function validValue(schema: unknown, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  const input = shape.catch({}).parse(schema)
  if (input.enum) return fc.constantFrom(...input.enum)
  if (input.anyOf) return fc.oneof(...input.anyOf.map((each) => validValue(each, name, known)))
  const { minimum = -5, maximum = 2000 } = input
  const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    integer: () => fc.integer({ min: minimum, max: Math.min(maximum, 2000) }),
    number: () => fc.integer({ min: minimum, max: Math.min(maximum, 2000) }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => fc.array(fuzzy(input.items, name, known), { maxLength: 6 }),
    object: () => record(input, known),
    string: () => text(input, known[name] ?? []),
  }
  const type = [input.type ?? 'string'].flat()[0] ?? 'string'
  return (byType[type] ?? (() => junk))()
}

/** Mostly values that the schema allows, sometimes arbitrary ones. */
function fuzzy(schema: unknown, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: validValue(schema, name, known) }, { weight: 1, arbitrary: junk })
}

function record({ properties = {}, required = [] }: Shape, known: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fuzzy(each, name, known)]))
  return fc.record(fields, { requiredKeys: required })
}

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
/** A client cannot send half a surrogate pair, an empty segment, or a dot segment. */
const asSegment = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\p{Cs}/gu, '\uFFFD').replace(/^\.*$/, '-')

/** Generates inputs of an operation: mostly valid by its schemas, sometimes invalid. */
export function inputsOf({ params, query, body }: Operation, known: KnownValues): fc.Arbitrary<RawInput> {
  const part = (schema: z.ZodType) => record(shape.parse(jsonOf(schema)), known)
  return fc.record({
    ...(params && {
      params: part(params).map((values) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asSegment(value)])),
      ),
    }),
    ...(query && { query: part(query) }),
    ...(body && { body: fuzzy(jsonOf(body), 'body', known) }),
  })
}

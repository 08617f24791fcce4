import * as z from 'zod'

const form = z.looseObject({
  /** Several types: a nullable value. */
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

export const ANY_ID = '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11'
const PLAIN: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: false, null: null }
const FORMATS: Readonly<Record<string, string>> = {
  uuid: ANY_ID,
  guid: ANY_ID,
  date: '2026-11-01',
  'date-time': '2026-11-01T00:00:00.000Z',
}

/** A valid value for the JSON form of a schema. */
function goodValue(schema: unknown): unknown {
  const schemaForm = form.parse(schema)
  const [first] = [schemaForm.enum, schemaForm.anyOf?.map(goodValue), schemaForm.oneOf?.map(goodValue)].flatMap(
    (choices) => choices ?? [],
  )
  if (first !== undefined) return first
  if (schemaForm.const !== undefined) return schemaForm.const
  if (schemaForm.type === 'array') return [goodValue(schemaForm.items)]
  return schemaForm.type === 'object' ? goodFields(schemaForm.properties) : plainValue(schemaForm)
}

/** A word, and the hash of a file. */
const TEXTS = ['abc', '0'.repeat(64)]

const plainValue = ({ type = '', format = '', pattern = '' }: z.infer<typeof form>): unknown =>
  PLAIN[type] ?? FORMATS[format] ?? TEXTS.find((text) => new RegExp(pattern).test(text)) ?? 'abc'

const goodFields = (properties: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, goodValue(each)]))

/** Input for a part of an operation, with all possible fields; empty if the operation has no such part. */
export const goodInput = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema === undefined
    ? {}
    : // Safe: the parts of an operation are objects; if there is a choice, the first of them is.
      (goodValue(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as Record<string, unknown>)

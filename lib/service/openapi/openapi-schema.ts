import * as z from 'zod'

import { type JsonSchema, toJsonSchema } from '@/lib/contract/json-schema'

const shape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

type Values = Readonly<Record<string, unknown>> | undefined

type Parameters = {
  readonly place: 'path' | 'query'
  /** Values of the example call. */
  readonly example: Values
  readonly wordsOf: (name: string) => string | undefined
}

/** One parameter per property of a params or query schema. */
export function toParameters(schema: z.ZodType | undefined, { place, example, wordsOf }: Parameters): JsonSchema[] {
  if (!schema) return []
  const { properties, required } = shape.parse(toJsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    description: wordsOf(name),
    required: place === 'path' || required.includes(name),
    schema: json,
    ...(example?.[name] === undefined ? {} : { example: example[name] }),
  }))
}

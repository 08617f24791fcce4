import * as z from 'zod'

import { shownSchemas } from './values'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The schema of OpenAPI 3.1 (JSON Schema 2020-12) of what a caller sends (`input`) or gets (`output`). Objects are left
 * open: a client must bear fields that come later. What JSON cannot say (checks across fields) is left out. What accepts
 * more than a caller should send is shown as `shownSchemas` says.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = shownSchemas.get(zodSchema)?.as
      if (shown instanceof z.ZodType) Object.assign(jsonSchema, toJsonSchema(shown, io))
      delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // `format` says it; the pattern of all leap years does not help anybody.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return json
}
